/** Undo of an entry of the log: the change that its operation names, filled with what was logged, while that is still there. */
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { PIN_FIELDS, TESTIMONIAL_FIELDS, TEXT_FIELDS } from '~/domain/catalog/home-fields'
import { OFFER_FIELDS } from '~/domain/catalog/offers-by-hand.server'
import { toFeedValue } from '~/domain/catalog/overrides'
import { STORE_FIELDS } from '~/domain/catalog/stores-by-hand.server'
import { readTexts } from '~/domain/settings/settings.server'
import { isSettingName } from '~/platform/config/setting-values'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { operatorLog } from '~/platform/db/schema/operations'
import { formatTime } from '~/platform/formats/dates'
import { readId } from '~/platform/formats/ids'
import { findField, nameField } from './changed-fields'
import type { TypedInput } from './command-text'
import { findLoggedOperation, findOperation } from './find-operation'
import type { LogLine } from './log-lines.server'
import type { ChangeOperation, FieldChange, LoggedValue } from './operation'

export type Undo =
  /** `typed`: for the ordinary form of the operation, with its preview, safeguards and second person. */
  | { state: 'ready'; operation: ChangeOperation; typed: TypedInput }
  /** Something is no longer as the entry left it. */
  | { state: 'changed'; why: string }

/** Null: nothing of it can be taken back in this way. */
export async function findUndo(line: LogLine): Promise<Undo | null> {
  const operation = await findLoggedOperation(line.command)
  if (operation?.kind !== 'change' || !operation.undo || line.outcome !== 'done') return null
  const { changed: all = [] } = (line.result ?? {}) as { changed?: FieldChange[] }
  const [subject, ...others] = new Set(all.map((change) => change.subject))
  if (subject === undefined || others.length) return null
  const [, kind, id] = /^(\w+) (.+)$/.exec(subject) ?? []
  const present = await RECORDS[kind ?? '']?.read(id!)
  if (!present) return null
  // An entry also names what is not a field of the record, such as who agreed.
  const changed = all.filter(({ field }) => field in present)
  if (!changed.length || changed.some(isHidden)) return null
  const lost = [
    ...changed.filter(({ field, after }) => present[field] !== after),
    ...(await listChangedUnits(line, changed)),
  ]
  if (lost.length) return { state: 'changed', why: await explainLost(line, kind!, lost) }
  const before = Object.fromEntries(changed.map((change) => [change.field, change.before as LoggedValue]))
  const undoing = await operation.undo({
    entry: line.id,
    id: id!,
    fields: Object.keys(before),
    former: { ...present, ...before },
  })
  if (!undoing) return null
  const inverse = (await findOperation(undoing.operation)) as ChangeOperation
  return { state: 'ready', operation: inverse, typed: undoing.typed }
}

/** 3 % and Rs. 3 are the same number: the unit of a rate is logged only where it changed, so that a later entry may have changed it. */
async function listChangedUnits(line: LogLine, changed: readonly FieldChange[]): Promise<FieldChange[]> {
  const logged = new Set(changed.map(({ field }) => field))
  const units = changed
    .filter(({ field }) => field.endsWith('_hundredths'))
    .map((change) => ({ ...change, field: change.field.replace(/hundredths$/, 'model') }))
    .filter(({ field }) => !logged.has(field))
  const later = await Promise.all(units.map((unit) => findChangedBy(line, unit)))
  return units.filter((_, at) => later[at])
}

/** The log has no private value, only that there was one. */
const isHidden = ({ before, after }: FieldChange) => before === '…' || after === '…'

type Values = Record<string, LoggedValue>

interface LoggedRecord {
  /** Its fields now, as the log writes them; null: there is none. */
  read: (id: string) => Promise<Values | null>
  fields: Readonly<Record<string, string | readonly string[]>>
}

const toLogged = (row: object | undefined): Values | null =>
  row ? Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toFeedValue(value)])) : null

/** Entries about rates name the columns of a store by `store_`. */
const withRateNames = (row: Values | null): Values | null =>
  row && {
    ...row,
    ...Object.fromEntries(Object.entries(row).map(([column, value]) => [`store_${column}`, value])),
  }

const RECORDS: Readonly<Record<string, LoggedRecord>> = {
  offer: {
    fields: OFFER_FIELDS,
    read: async (id) => {
      const [row] = await db
        .select()
        .from(campaigns)
        .where(eq(campaigns.id, readId(id) ?? 0))
      return toLogged(row)
    },
  },
  store: {
    fields: STORE_FIELDS,
    read: async (id) => {
      const [row] = await db
        .select()
        .from(brands)
        .where(eq(brands.id, readId(id) ?? 0))
      return withRateNames(toLogged(row))
    },
  },
  testimonial: {
    fields: TESTIMONIAL_FIELDS,
    read: async (id) => {
      const { findTestimonial } = await import('~/domain/catalog/testimonials.server')
      return toLogged((await findTestimonial(readId(id) ?? 0)) ?? undefined)
    },
  },
  pin: {
    fields: PIN_FIELDS,
    read: async (id) => {
      const { findPin } = await import('~/domain/catalog/featured.server')
      return toLogged((await findPin(readId(id) ?? 0)) ?? undefined)
    },
  },
  words: {
    fields: TEXT_FIELDS,
    read: async (name) => {
      const { isTextName, readPageText } = await import('~/domain/catalog/page-texts.server')
      return isTextName(name) ? toLogged(await readPageText(name)) : null
    },
  },
  setting: {
    fields: {},
    read: async (name) => (isSettingName(name) ? { value: (await readTexts(db))[name]! } : null),
  },
}

const WORDS: Readonly<Record<string, string>> = {
  hidden_reason: 'whether it is hidden, and why',
  holding_days: 'the holding days',
  promise_days: 'the days for which rates are kept',
  value: 'the value',
}

/** 'the title'; null: it follows from another field. */
function nameLogged(kind: string, column: string): string | null {
  if (column in WORDS) return WORDS[column]!
  const name = nameColumn(kind, column)
  return name && `the ${name}`
}

/** 'photo text' of 'img_alt'; null: it follows from another field, or the record is of another kind. */
function nameColumn(kind: string, column: string): string | null {
  const [, rate] = /^(?:set|store)_(payout|commission|share)_/.exec(column) ?? []
  const name = rate ?? findField(RECORDS[kind]?.fields ?? {}, column)
  return name ? nameField(name) : null
}

/** As people say it, where it is a field of a form. */
export const nameChangedField = ({ subject, field }: FieldChange): string =>
  nameColumn(subject.split(' ')[0]!, field) ?? field

async function explainLost(line: LogLine, kind: string, lost: readonly FieldChange[]): Promise<string> {
  const names = new Map(
    lost.flatMap((change) => {
      const name = nameLogged(kind, change.field)
      return name ? [[name, change]] : []
    }),
  )
  const sentences: string[] = []
  for (const [name, change] of names) {
    const by = await findChangedBy(line, change)
    const who = by
      ? `${by.os_user} changed it at ${formatTime(by.started_at)}`
      : 'no operator has changed it since, but perhaps its feed'
    sentences.push(`${name} of ${change.subject} is no longer what it set: ${who}`)
  }
  return `It cannot be undone: ${sentences.join('; ')}.`
}

/** The last later entry that changed the field; undefined: a feed did, or what follows from others. */
async function findChangedBy({ id }: LogLine, { subject, field }: FieldChange) {
  const named = JSON.stringify({ changed: [{ subject, field }] })
  const [found] = await db
    .select({ os_user: operatorLog.os_user, started_at: operatorLog.started_at })
    .from(operatorLog)
    .where(
      and(
        gt(operatorLog.id, id),
        inArray(operatorLog.outcome, ['done', 'partly']),
        sql`${operatorLog.result} @> ${named}::jsonb`,
      ),
    )
    .orderBy(desc(operatorLog.id))
    .limit(1)
  return found
}
