/** Four eyes: who is independent of whom, by the operator log, now or at an earlier time (docs/decisions/0093-second-persons.md). */
import { sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import type { Reader } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/platform/formats/dates'
import { readPerson } from './person'
import { mayDo, type Role } from './roles'

export const SIGN_IN = 'desk sign-in'

/** Who the log names for what the worker does by itself; no account has a blank. It agrees to nothing. */
export const WORKER = 'the worker'
export const OWN_PASSWORD = 'desk password'
const CONFIRM_OPERATOR = 'operators confirm'

/** Somebody whose last command is older than this does not count as a second person. */
const ACTIVE_DAYS = 90
/** For so long a disabled operator, and a role that was lowered, still count. */
const KEPT_DAYS = 7
/** After a new password and a new second factor of one's own. */
const UNAIDED_DAYS = 30
/** A wait passes to the next person after so many days. */
export const NAMED_DAYS = 3
export const REQUEST_DAYS = 7

/** Milliseconds before the same person may confirm alone. */
const getAloneWait = (): number => (env().demo ? MINUTE_MS : 24 * HOUR_MS)

export interface OtherPerson {
  by: string
  /** The operator, or the OS account of none. */
  name: string
  operatorId: number | null
  /** Those of the last seven days. */
  roles: readonly Role[]
}

export interface Persons {
  at: Date
  areIndependent: (one: string, other: string) => boolean
  isSame: (one: string, other: string) => boolean
  /** Through whom the operator got access, as the log writes persons. */
  listControllers: (operatorId: number) => string[]
  /** Those independent of `by` who may do what needs the role, each once. */
  listOthers: (by: string, needed: Role) => OtherPerson[]
}

interface Line extends Record<string, unknown> {
  id: number
  by: string
  operator_id: number | null
  command: string
  /** Milliseconds. */
  at: number
  subject: number
  /** One person asked for it, and another agreed. */
  agreed: boolean
  fields: Record<string, { before: unknown; after: unknown }>
}

interface Records {
  people: Operator[]
  lines: Line[]
}

export async function readPersons(reader: Reader): Promise<Persons> {
  const now = await readNow(reader)
  const [records, used] = await Promise.all([readRecords(reader), readUsed(reader, now)])
  return describePersons(records, now, used, findAccounts(records.people))
}

/** Judges as at an earlier time. Reads who used commands then only where two persons were not independent. */
export async function readJudge(reader: Reader) {
  const records = await readRecords(reader)
  return async (request: SecondPersonRequest, by: string, at: Date, needed: Role): Promise<Judgement> => {
    const accounts = findAccountsThen(records, at)
    const judged = judgeRequest(describePersons(records, at, [], accounts), request, by, needed)
    if (judged.agrees && !judged.alone) return judged
    return judgeRequest(
      describePersons(records, at, await readUsed(reader, at), accounts),
      request,
      by,
      needed,
    )
  }
}

const readRecords = async (reader: Reader): Promise<Records> => ({
  people: await reader.select().from(operators),
  lines: await readLines(reader),
})

function describePersons(
  { people, lines }: Records,
  now: Date,
  used: readonly Used[],
  accounts: ReadonlyMap<string, string[]>,
): Persons {
  const before = lines.filter((line) => line.at <= now.getTime())
  const byId = new Map(people.map((each) => [each.id, each]))
  const idByName = new Map(people.map(({ id, name }) => [name, id]))

  const nodes = (by: string): string[] => {
    const { operator, osAccount } = readPerson(by)
    const id = operator === null ? undefined : idByName.get(operator)
    return [
      ...(operator === null ? [] : [id === undefined ? `name:${operator}` : `operator:${id}`]),
      ...(osAccount === null ? [] : [`account:${osAccount}`]),
    ]
  }
  const controllers = new Map(people.map(({ id }) => [id, findControllers(id, before, now)]))
  const reach = (by: string, next: (node: string) => string[]): Set<string> => {
    const reached = new Set(nodes(by))
    for (const node of reached) for (const each of next(node)) reached.add(each)
    return reached
  }
  const listOwn = (node: string): string[] => accounts.get(node) ?? []
  const listAll = (node: string): string[] => [
    ...listOwn(node),
    ...(node.startsWith('operator:')
      ? (controllers.get(Number(node.slice('operator:'.length))) ?? []).flatMap(nodes)
      : []),
  ]
  const overlap = (next: (node: string) => string[]) => (one: string, other: string) => {
    const reached = reach(one, next)
    return [...reach(other, next)].some((node) => reached.has(node))
  }
  const sharesAccess = overlap(listAll)
  const areIndependent = (one: string, other: string) => !sharesAccess(one, other)

  return {
    at: now,
    areIndependent,
    isSame: overlap(listOwn),
    listControllers: (id) => controllers.get(id) ?? [],
    listOthers(by, needed) {
      const others = new Map<string, OtherPerson>()
      for (const { os_user, operator_id } of used) {
        const bound =
          operator_id === null ? accounts.get(`account:${os_user}`)?.[0] : `operator:${operator_id}`
        const person = bound === undefined ? undefined : byId.get(Number(bound.slice('operator:'.length)))
        if (person && isGone(person, now)) continue
        const roles = person ? findRoles(person, lines, now) : (['owner'] as const)
        if (!roles.some((role) => mayDo(role, needed)) || !areIndependent(by, os_user)) continue
        const name = person?.name ?? os_user
        others.set(name, {
          by: operator_id === null && person ? `${person.name}@${os_user}` : os_user,
          name,
          operatorId: person?.id ?? null,
          roles,
        })
      }
      return [...others.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
  }
}

/** The statement's time: a transaction that waited for a lock began before the row that it waited for. */
async function readNow(reader: Reader): Promise<Date> {
  const [row] = await reader.execute<{ now: string }>(
    sql`SELECT (extract(epoch FROM statement_timestamp()) * 1000)::float8 AS now`,
  )
  return new Date(Number(row!.now))
}

/** What commands changed about operators, with the access that they gave. */
async function readLines(reader: Reader): Promise<Line[]> {
  return reader.execute<Line>(sql`
    SELECT o.id::int, o.os_user AS by, o.operator_id::int, o.command,
           (extract(epoch FROM o.finished_at) * 1000)::float8 AS at,
           substring(c.value->>'subject' FROM '^operator ([0-9]+)$')::int AS subject,
           EXISTS (SELECT 1 FROM operator_log_rows r WHERE r.log_id = o.id AND r.outcome = 'agreed') AS agreed,
           jsonb_object_agg(c.value->>'field', c.value) AS fields
      FROM operator_log o, jsonb_array_elements(o.result->'changed') c
     WHERE o.outcome = 'done' AND (o.command LIKE 'operators %' OR o.command = ${OWN_PASSWORD})
       AND c.value->>'subject' ~ '^operator [0-9]+$'
     GROUP BY o.id, c.value->>'subject' ORDER BY o.finished_at, o.id`)
}

/** A failed sign-in is no use by the operator, because anybody who knows the name can cause one. */
interface Used extends Record<string, unknown> {
  os_user: string
  operator_id: number | null
}

const readUsed = (reader: Reader, now: Date): Promise<Used[]> =>
  reader.execute<Used>(sql`
    SELECT DISTINCT os_user, operator_id::int FROM operator_log
     WHERE started_at <= ${now.toISOString()}::timestamptz + interval '1 millisecond'
       AND started_at > ${now.toISOString()}::timestamptz - make_interval(days => ${ACTIVE_DAYS})
       AND NOT (command = ${SIGN_IN} AND outcome IS DISTINCT FROM 'done')
       AND NOT (os_user = ${WORKER} AND operator_id IS NULL)`)

type Operator = typeof operators.$inferSelect

const bind = (pairs: Iterable<[number, string]>): Map<string, string[]> => {
  const map = new Map<string, string[]>()
  const add = (from: string, to: string) => map.set(from, [...(map.get(from) ?? []), to])
  for (const [id, account] of pairs) {
    add(`operator:${id}`, `account:${account}`)
    add(`account:${account}`, `operator:${id}`)
  }
  return map
}

const findAccounts = (people: readonly Operator[]) =>
  bind(
    people.flatMap(({ id, os_account }) => (os_account === null ? [] : [[id, os_account] as const])) as [
      number,
      string,
    ][],
  )

/** The accounts that operators had then: what was bound since says nothing about that time. */
function findAccountsThen({ people, lines }: Records, at: Date) {
  const before = lines.filter((line) => line.at <= at.getTime())
  const findAccount = ({ command, by, fields }: Line): string | null | undefined => {
    if (fields.os_account) return fields.os_account.after as string | null
    const { operator, osAccount } = readPerson(by)
    return command.startsWith('operators accept') && operator === null ? osAccount : undefined
  }
  const pairs = people.flatMap(({ id, os_account }) => {
    const own = (line: Line) => line.subject === id && findAccount(line) !== undefined
    const last = before.findLast(own)
    const account = last ? findAccount(last) : lines.some(own) ? null : os_account
    return account ? [[id, account] as [number, string]] : []
  })
  return bind(pairs)
}

/** Who can act as the operator, because the access came through them alone or they saw a link or secret of it. */
function findControllers(id: number, lines: readonly Line[], now: Date): string[] {
  const own = lines.filter(({ subject }) => subject === id)
  const isOver = (at: number): boolean => {
    const later = own.filter((line) => line.at > at)
    if (later.some(({ command }) => command.startsWith(CONFIRM_OPERATOR))) return true
    const unaided = (command: string) =>
      later.find((line) => line.operator_id === id && line.command.startsWith(command))?.at ?? Infinity
    const since = Math.max(unaided(OWN_PASSWORD), unaided('operators second-factor'))
    return since + UNAIDED_DAYS * DAY_MS <= now.getTime()
  }
  return own.filter((line) => givesAccess(line, id) && !isOver(line.at)).map(({ by }) => by)
}

function givesAccess({ command, operator_id, agreed, fields }: Line, id: number): boolean {
  if (operator_id === id) return false
  const isLink = /^operators (?:invite|desk) /.test(command)
  // Before links were mailed, they and secrets were shown to the one who gave the command.
  const isSeen = (isLink && fields.link?.after !== 'mailed') || command.startsWith('operators second-factor')
  if (isSeen) return true
  if (agreed) return false
  return isLink || (command.startsWith('operators change') && Boolean(fields.email ?? fields.os_account))
}

/** Disabling the last other operator lets nobody decide alone at once. */
const isGone = ({ state, updated_at }: Operator, now: Date): boolean =>
  state === 'disabled' && updated_at.getTime() < now.getTime() - KEPT_DAYS * DAY_MS

function findRoles({ id, role }: Operator, lines: readonly Line[], now: Date): Role[] {
  const changes = lines.filter(({ subject, fields }) => subject === id && fields.role?.before)
  const next = changes.find((line) => line.at > now.getTime())
  const earlier = changes.filter(
    (line) => line.at <= now.getTime() && line.at > now.getTime() - KEPT_DAYS * DAY_MS,
  )
  return [
    ...new Set([
      (next?.fields.role!.before as Role | undefined) ?? role,
      ...earlier.map(({ fields }) => fields.role!.before as Role),
    ]),
  ]
}

export interface SecondPersonRequest {
  by: string
  at: Date
}

/** `others` may agree, the one whose turn it is first; without them the same person may confirm between the times. */
export interface Wait {
  requestedBy: string
  others: OtherPerson[]
  from: Date
  until: Date
}

export type Judgement = { agrees: true; alone: boolean } | { agrees: false; wait: Wait }

/** Whether `by`, whose role allows it, may agree now to a request that needs the role. */
export function judgeRequest(
  persons: Persons,
  request: SecondPersonRequest,
  by: string,
  needed: Role,
): Judgement {
  if (persons.areIndependent(request.by, by)) return { agrees: true, alone: false }
  const wait = describeWait(persons, request, needed)
  const isDue = wait.from <= persons.at && persons.at <= wait.until
  if (!wait.others.length && isDue && persons.isSame(request.by, by)) return { agrees: true, alone: true }
  return { agrees: false, wait }
}

/** Who may agree to a request that waits, or from when the same person may confirm it. */
export function describeWait(persons: Persons, { by, at }: SecondPersonRequest, needed: Role): Wait {
  const others = persons.listOthers(by, needed)
  const turn =
    Math.floor((persons.at.getTime() - at.getTime()) / (NAMED_DAYS * DAY_MS)) % (others.length || 1)
  return {
    requestedBy: by,
    others: [...others.slice(turn), ...others.slice(0, turn)],
    from: new Date(at.getTime() + getAloneWait()),
    until: new Date(at.getTime() + REQUEST_DAYS * DAY_MS),
  }
}

/** On the first day of a shop, its first operator works alone without waiting: there is nothing to take yet. */
export async function isFirstDay(reader: Reader): Promise<boolean> {
  const [row] = await reader.execute<{ first: boolean }>(sql`
    SELECT NOT EXISTS (SELECT 1 FROM operator_log WHERE started_at < statement_timestamp() - interval '24 hours') AS first`)
  return row!.first
}
