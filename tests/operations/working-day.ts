/**
 * One day of six operators: the same operations at the desk and by command leave the same log (working-day.txt). It knows an operation
 * by its name and its fields alone, so that it says the same of any way in which operations are performed.
 */
import fs from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { operators } from '~/platform/db/schema/operations'
import { postbackInbox } from '~/platform/db/schema/postback-inbox'
import { findOperation, listOperations } from '~/desk/find-operation'
import type { Operation } from '~/desk/operation'
import type { Role } from '~/desk/roles'
import { cancelWithdrawal } from '~/domain/wallet/withdrawals.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { recordClick } from '~/domain/tracking/clicks.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { recordCommand } from '~/domain/operators/command-log.server'
import { findOffer, importFeed, ownRow } from '../catalog/feed'
import { makeDeskOperator } from '../support/desk'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import type { Given, Input } from '../support/typed-commands'
import { requestAmount } from '../wallet/payout-support'
import { byCommand, click, member, memberWith, receive } from '../wallet/support'

export type Name = 'Asha' | 'Omar' | 'Farid' | 'Fiona' | 'Suri' | 'Cato'

const ROLES: Record<Name, Role> = {
  Asha: 'owner',
  Omar: 'owner',
  Farid: 'finance',
  Fiona: 'finance',
  Suri: 'support',
  Cato: 'catalogue',
}

export interface Person {
  id: number
  /** As in the log. */
  name: string
  osAccount: string
  /** Of the session at the desk. */
  token: string
}

export interface Step extends Given {
  /** Happens after the preview was seen and before it is confirmed. */
  meanwhile?: () => Promise<unknown>
  /** The last code is too old, and is asked for again. */
  codeAgain?: boolean
}

/** What was shown in the end, and the files that were made. */
export interface Shown {
  text: string
  files: string[]
}

/** The desk or the command line. */
export interface Surface {
  read(person: Person, operation: Operation, input: Input): Promise<Shown>
  perform(person: Person, operation: Operation, given: Step): Promise<Shown>
  /** The second person gives the same command, or confirms its preview. */
  agree(person: Person, operation: Operation, given: Step, approval: number): Promise<Shown>
}

async function hire(): Promise<Record<Name, Person>> {
  const people = {} as Record<Name, Person>
  for (const [name, role] of Object.entries(ROLES) as [Name, Role][]) {
    const osAccount = `os-${name.toLowerCase()}`
    const { operator, token } = await makeDeskOperator(role, `${name} Rao`)
    await byCommand('operators change', 'root', () =>
      db
        .update(operators)
        .set({ os_account: osAccount, email: `${name.toLowerCase()}@desk.example` })
        .where(eq(operators.id, operator.id)),
    )
    people[name] = { id: operator.id, name: operator.name, osAccount, token }
  }
  return people
}

let serial = 0

async function openMissing(user: number): Promise<number> {
  const clickId = await click(user)
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${clickId}`)
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  const given = { kind: 'missing', text: 'It is missing', orderNumber: `DAY-${++serial}` } as const
  const opened = await openMemberClaim(user, { visit: formatVisitNumber(row!.seq) }, given)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.claim.id
}

/** Returns the number of the newest report of the click. */
async function send(p1: string, more: Record<string, string> = {}): Promise<number> {
  const id = `SALE-${++serial}`
  await receive({ p1, conversion_id: id, txn_id: id, sale_amount: '1000', status: 'approved', ...more })
  const [row] = await db
    .select()
    .from(postbackInbox)
    .where(eq(postbackInbox.click_id, p1))
    .orderBy(sql`${postbackInbox.id} DESC`)
    .limit(1)
  return row!.id
}

const FEED = [
  ownRow({ id: 'lamps' }),
  ownRow({ id: 'pots', title: 'Pots for less', tracking_url: 'https://track.other.example/click?id=1' }),
  ownRow({ id: 'bad', url: 'http://not-safe.example/' }),
]

/** The shop before the day begins. */
async function open() {
  // A line of another day: this is no shop's first day. A click: it has commission to lose.
  await recordCommand({ osUser: 'root' }, 'today', { at: new Date(Date.now() - 3 * 86_400_000) })
  await importFeed([ownRow({ id: 'first' })], { source: 'first' })
  const { id } = (await findOffer('first', 'first'))!
  await recordClick(id, { userId: await member(), address: '192.0.2.1', agent: 'a browser' })
  const people = await hire()
  await changeSettings({ FOUR_EYES_ABOVE: '1000', MOST_CASHBACK_A_SALE: '50000' })
  const rich = await memberWith(5_000_00n)
  const held = await memberWith(500_00n)
  const others = [await memberWith(500_00n), await memberWith(500_00n), await memberWith(500_00n)]
  const requested = {
    first: await requestAmount(others[0]!, '150'),
    second: await requestAmount(others[1]!, '160'),
    cancelled: await requestAmount(others[2]!, '170'),
    stale: await requestAmount(others[2]!, '180'),
    late: await requestAmount(rich, '190'),
    agreed: await requestAmount(rich, '2000'),
    refused: await requestAmount(rich, '2100'),
  }
  await cancelWithdrawal(others[2]!, requested.cancelled)
  const claims = { declined: await openMissing(held), credited: await openMissing(others[0]!) }
  await changeSettings({ MOST_CASHBACK_A_SALE: '1' })
  const overLimit = await send(await click(held))
  await changeSettings({ MOST_CASHBACK_A_SALE: '50000' })
  const [one, other] = [await click(held), await click(held)]
  const known = { conversion_id: 'KNOWN', txn_id: 'KNOWN' }
  await send(other, { ...known, status: 'pending' })
  const move = (to: string) => rewrite(sql`UPDATE clicks SET network = ${to} WHERE id IN (${one}, ${other})`)
  await move('tune')
  const postbacks = { overLimit, newSale: await send(one), knownSale: await send(other, known) }
  await move('trackier')
  // Everybody used the shop lately, so that each counts as a second person.
  for (const { id: operatorId, name, osAccount } of Object.values(people))
    await recordCommand({ osUser: `${name}@${osAccount}`, operatorId }, 'today')
  return { people, rich, held, others, requested, claims, postbacks }
}

type Shop = Awaited<ReturnType<typeof open>>

async function readNewestId(table: string, column = 'id'): Promise<number> {
  const [row] = await db.execute<{ id: string | null }>(
    sql`SELECT max(${sql.raw(column)}) AS id FROM ${sql.raw(table)}`,
  )
  return Number(row!.id ?? 0)
}

/** The day itself. What each step has to show is checked at once, what it has logged at the end. */
async function work(surface: Surface, { people, rich, held, others, requested, claims, postbacks }: Shop) {
  const read = async (who: Name, operation: string, input: Input, shown: string) =>
    expect((await surface.read(people[who], await findOperation(operation), input)).text).toMatch(
      new RegExp(shown, 'i'),
    )
  const perform = async (
    who: Name,
    operation: string,
    input: Input,
    shown: string,
    more: Omit<Step, 'input'> = {},
  ) => {
    const answer = await surface.perform(people[who], await findOperation(operation), { input, ...more })
    expect(answer.text).toMatch(new RegExp(shown, 'i'))
    return answer
  }
  const agree = async (who: Name, operation: string, input: Input, shown: string) => {
    const approval = await readNewestId('approvals')
    const answer = await surface.agree(people[who], await findOperation(operation), { input }, approval)
    expect(answer.text).toMatch(new RegExp(shown, 'i'))
  }

  // Who looks for something.
  await read('Suri', 'today', {}, 'withdrawals')
  await read('Suri', 'users list', {}, 'Member')
  await read('Suri', 'users show', { user: String(rich) }, 'Member')
  await read('Suri', 'search', { words: 'member' }, 'Member')
  await read('Farid', 'withdrawals list', {}, '150.00')

  // A setting: what protects less waits for another owner.
  const gst = { name: 'GST_RATE', value: '5%', reason: 'A new law' }
  await perform('Asha', 'settings set', gst, 'Sets GST_RATE')
  await perform('Omar', 'settings set', { ...gst, value: '6%' }, 'hanged', {
    meanwhile: () => changeSettings({ GST_RATE: '7%' }),
  })
  const limit = { name: 'MOST_CASHBACK_A_SALE', value: '60000', reason: 'Large orders' }
  await perform('Asha', 'settings set', limit, 'Asks for MOST_CASHBACK_A_SALE')
  const asked = { id: String(await readNewestId('settings')) }
  await perform('Asha', 'settings approve', asked, 'Another person has to')
  await perform('Omar', 'settings approve', asked, 'Approves change')

  // A member on hold, and released.
  const hold = { user: String(held), reason: 'we look into a report', days: '3' }
  await perform('Suri', 'users hold', hold, 'Puts withdrawals')
  await perform('Asha', 'users release', { user: String(held) }, 'withdraw again')
  await perform('Asha', 'users release', { user: String(held) }, 'Nothing holds')

  // One claim is declined, one credited, once.
  const decline = { id: String(claims.declined), reason: 'code', text: 'Not their code' }
  await perform('Suri', 'claims decline', decline, 'Declines claim')
  const credit = { id: String(claims.credited), amount: '1000', text: 'Confirmed' }
  await perform('Farid', 'claims credit', credit, 'Credits Rs. 50.00')
  await perform('Farid', 'claims credit', credit, 'is credited already')

  // Adjustments: alone, by two, and refused by the second.
  const adjust = { member: String(rich), kind: 'goodwill', amount: '100', reason: 'A late delivery' }
  await perform('Farid', 'adjustments add', adjust, 'Adjusts a balance')
  await perform('Farid', 'adjustments add', { ...adjust, amount: '1500' }, 'Asks for an adjustment')
  const first = { id: String(await readNewestId('adjustments')) }
  await perform('Farid', 'adjustments approve', first, 'Another person has to')
  await perform('Fiona', 'adjustments approve', first, 'Approves adjustment')
  await perform('Farid', 'adjustments add', { ...adjust, amount: '1600' }, 'Asks for an adjustment')
  const second = { id: String(await readNewestId('adjustments')), reason: 'Too much' }
  await perform('Fiona', 'adjustments refuse', second, 'Refuses adjustment')

  // Withdrawals: a job of several rows of which one is refused, one that was stale, one that needs two persons.
  const three = [requested.first, requested.second, requested.cancelled].map(String)
  await perform('Farid', 'withdrawals approve', { ids: three }, '')
  const two = [requested.stale, requested.late].map(String)
  await perform('Farid', 'withdrawals approve', { ids: two }, 'changed', {
    meanwhile: () => cancelWithdrawal(others[2]!, requested.stale),
  })
  await perform('Farid', 'withdrawals approve', { ids: String(requested.late) }, '', { codeAgain: true })
  const large = { ids: String(requested.agreed) }
  await perform('Farid', 'withdrawals approve', large, 'second person')
  await agree('Fiona', 'withdrawals approve', large, '')
  const larger = { ids: String(requested.refused) }
  await perform('Farid', 'withdrawals approve', larger, 'second person')
  const refused = String(await readNewestId('approvals'))
  await perform('Fiona', 'approvals refuse', { id: refused }, 'Refuses approval')

  // The bank gets a file, pays, says so, and sends its statement.
  const made = await perform('Farid', 'withdrawals export', {}, 'batch')
  expect(made.files.join('\n')).toContain(`DealDwaar withdrawal ${requested.first}`)
  const paid = [requested.first, requested.second]
  const answer = `withdrawal,utr\n${paid.map((id) => `${id},UTR00000${id}\n`).join('')}`
  await perform('Farid', 'withdrawals import', {}, '', {
    files: { file: { name: 'answer.csv', content: answer } },
  })
  const day = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)
  const statement = `date,narration,utr,amount\n${day},UPI,UTR00000${paid[0]},-150.00\n${day},UPI,UTR00000${paid[1]},-160.00\n${day},IMPS CHARGES,,-5.90\n`
  await perform('Farid', 'bank reconcile', { fees: 'imps charges' }, '5.90 of it fees', {
    files: { file: { name: 'statement.csv', content: statement } },
  })

  // Reports in quarantine.
  const accept = { id: String(postbacks.overLimit), reason: 'Checked with the network' }
  await perform('Farid', 'postbacks accept', accept, 'Credits Rs. 50.00')
  await perform('Farid', 'postbacks accept', accept, 'nothing to do about it')
  await perform('Farid', 'postbacks replay', { ids: String(postbacks.newSale) }, 'again')
  await perform('Farid', 'postbacks replay', { ids: String(postbacks.knownSale) }, '')

  // A feed, whose links a second person lets in.
  await perform('Cato', 'catalogue import', { source: 'day' }, '', {
    files: { file: { name: 'day.json', content: JSON.stringify(FEED) } },
  })
  const imported = { import: String(await readNewestId('held_rows', 'import_id')) }
  await perform('Cato', 'catalogue accept', imported, 'second person|another person')
  await agree('Asha', 'catalogue accept', imported, '')

  // A new operator, who is disabled again.
  const bea = { name: 'Bea Menon', role: 'support', email: 'bea@desk.example' }
  await perform('Asha', 'operators invite', bea, 'second person')
  await agree('Omar', 'operators invite', bea, 'Invites Bea Menon as support')
  await perform('Asha', 'operators disable', { name: 'Bea Menon' }, 'Disables Bea Menon')
  await perform('Asha', 'operators disable', { name: 'Bea Menon' }, 'Bea Menon is disabled')
}

interface Line extends Record<string, unknown> {
  id: number
  command: string
  os_user: string
  operator: string | null
  source: string
  outcome: string | null
  changed: { subject: string; field: string; before: unknown; after: unknown }[] | null
  reason: string | null
  rows: { subject: string; outcome: string }[]
}

const readLines = (after: number) =>
  db.execute<Line>(sql`
    SELECT l.id::int, l.command, l.os_user, o.name AS operator, l.source, l.outcome, l.result->'changed' AS changed,
           l.result->>'reason' AS reason,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('subject', r.subject, 'outcome', r.outcome) ORDER BY r.id), '[]')
              FROM operator_log_rows r WHERE r.log_id = l.id) AS rows
      FROM operator_log l LEFT JOIN operators o ON o.id = l.operator_id
     WHERE l.id > ${after} AND l.operator_id IS NOT NULL ORDER BY l.id`)

const readApprovals = () =>
  db.execute<{ command: string; asked_by: string; state: string; decided_by: string | null; role: string }>(
    sql`SELECT command, asked_by, state, decided_by, role FROM approvals ORDER BY id`,
  )

const toFirstName = (by: string | null) => /^\w+/.exec(by ?? '-')![0]

/** Numbers that the day knows have names, and others are '#'. */
function makeNamer({ rich, held, others, requested, claims, postbacks, people }: Shop) {
  const known = new Map<string, string>([
    [`member ${rich}`, 'member rich'],
    [`member ${held}`, 'member held'],
    ...others.map((id, i) => [`member ${id}`, `member other${i}`] as const),
    ...Object.entries(requested).map(([name, id]) => [`withdrawal ${id}`, `withdrawal ${name}`] as const),
    ...Object.entries(claims).map(([name, id]) => [`claim ${id}`, `claim ${name}`] as const),
    ...Object.entries(postbacks).map(([name, id]) => [`postback ${id}`, `postback ${name}`] as const),
    ...Object.entries(people).map(([name, { id }]) => [`operator ${id}`, `operator ${name}`] as const),
  ])
  return (subject: string) => known.get(subject) ?? subject.replace(/ \d+$/, ' #')
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
    ? 'time'
    : typeof value === 'number'
      ? '#'
      : (JSON.stringify(value) ?? 'undefined')

/** 'Farid | withdrawals approve | partly | withdrawal first: done' for each line, and what became of the approvals. */
async function describeDay(after: number, shop: Shop): Promise<string[]> {
  const names = (await listOperations()).map(({ name }) => name).toSorted((a, b) => b.length - a.length)
  const toName = (command: string) => names.find((name) => `${command} `.startsWith(`${name} `)) ?? command
  const nameOf = makeNamer(shop)
  const lines = (await readLines(after)).map(({ command, operator, outcome, changed, reason, rows }) =>
    [
      toFirstName(operator),
      toName(command),
      outcome ?? 'no end',
      ...(changed ?? []).map(
        ({ subject, field, before, after }) =>
          `${nameOf(subject)}: ${field} ${formatValue(before)} -> ${formatValue(after)}`,
      ),
      ...(reason === null ? [] : [`reason ${reason}`]),
      ...rows.map((row) => `${nameOf(row.subject)}: ${row.outcome}`),
    ].join(' | '),
  )
  const approvals = (await readApprovals()).map(
    ({ command, asked_by, state, decided_by, role }) =>
      `approval of ${toName(command)} (${role}) | asked by ${toFirstName(asked_by)} | ${state} by ${toFirstName(decided_by)}`,
  )
  return [...lines, ...approvals]
}

const EXPECTED = new URL('working-day.txt', import.meta.url)

/** Lines that one surface alone has begin with its name: '[desk] …'. */
const readExpected = (source: Line['source']) =>
  fs
    .readFileSync(EXPECTED, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .flatMap((line) => {
      const [, only, rest] = /^(?:\[(.+?)\] )?(.*)$/.exec(line)!
      return only === undefined || only === source ? [rest!] : []
    })

/** Lives the day, and compares its log with working-day.txt. */
export async function liveDay(source: Line['source'], surface: Surface): Promise<void> {
  const shop = await open()
  const after = await readNewestId('operator_log')
  await work(surface, shop)
  const lines = await readLines(after)
  expect(lines.filter((line) => line.source !== source)).toEqual([])
  expect(lines.filter(({ os_user, operator }) => !os_user.startsWith(`${operator}@`))).toEqual([])
  const found = await describeDay(after, shop)
  expect(found).toEqual(readExpected(source))
}
