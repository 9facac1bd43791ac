import { readStoreRecord, setStoreRecord, type StoreRecord } from '~/domain/catalog/store-record.server'
import { listChanges } from './changed'
import { describeData, type Fact } from './columns'
import { defineChange, defineRecord } from './define'
import * as field from './fields'
import { requireStore } from './lookups.server'
import type { Topic } from './operation'
import { presentStore } from './present-records.server'
import { RefusalError } from './refusal'
import { someOf } from './relations'
import { waits } from './store-waits'
import { addHost, hosts, linkOffer, removeHost } from './stores/product-links'

const MOST_POINTS = 10

const UNKNOWN = 'unknown'

const LABELS: [name: keyof StoreRecord, field: keyof typeof CHANGES, title: string, unit: string][] = [
  ['tracks_in_hours', 'tracksIn', 'tracked within', ' hours'],
  ['confirms_in_days', 'confirmsIn', 'confirmed after', ' days'],
  ['app_orders', 'appOrders', 'orders in the app count', ''],
  ['takes_claims', 'claims', 'claims are accepted', ''],
  ['voids', 'void', 'voids cashback', ''],
  ['dos', 'do', 'do', ''],
  ['donts', 'dont', 'do not', ''],
]

/** The value as operators type it; a text has one point per line. */
const formatTyped = (value: StoreRecord[keyof StoreRecord]): string | number =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? UNKNOWN)

function formatValue(value: StoreRecord[keyof StoreRecord], unit: string): string {
  const typed = formatTyped(value)
  return typeof typed === 'number' ? `${typed}${unit}` : typed.replaceAll('\n', '; ')
}

const describeRecord = (name: string, record: StoreRecord): Fact[] => [
  ...describeData('store', { store: name }),
  ...LABELS.flatMap(([name, , title, unit]): Fact[] => [
    { name, kind: 'text', value: record[name], only: 'data' },
    { name: title, kind: 'text', value: formatValue(record[name], unit), only: 'screen' },
  ]),
]

const store = field.store('the store', { place: 'argument' })

const show = defineRecord({
  name: 'stores show',
  title: 'Store',
  summary: 'print the record of a store',
  role: 'viewer',
  input: { store },
  async read({ store }) {
    const { id, name } = await requireStore(store)
    return { title: name, facts: describeRecord(name, await readStoreRecord(id)) }
  },
})

const number = (description: string, placeholder: string, most: number) =>
  field.wholeNumber(`${description}, or ${UNKNOWN}`, { most, clearedBy: UNKNOWN, placeholder }).optional()
const answer = (description: string) =>
  field.choice(description, ['yes', 'no', UNKNOWN], { placeholder: 'answer' }).optional()
const points = (description: string) =>
  field
    .several(field.text(`${description}; repeatable; ${UNKNOWN} for none`, { placeholder: 'point' }))
    .optional()

const CHANGES = {
  tracksIn: number('hours within which a purchase is usually tracked', 'hours', 8760),
  confirmsIn: number('days after which it is usually confirmed', 'days', 365),
  appOrders: answer('whether orders in its app count'),
  claims: answer('whether claims for missing cashback are accepted'),
  void: points('what voids the cashback'),
  do: points('what shoppers should do'),
  dont: points('what shoppers should not do'),
}

const set = defineChange({
  name: 'stores set',
  title: 'Change the record of a store',
  summary: 'change the record of a store; what is not named stays',
  role: 'catalogue',
  input: { store, ...CHANGES },
  relations: [someOf(...Object.keys(CHANGES))],
  present: ({ store }, reader) =>
    presentStore(store, reader, (found) =>
      LABELS.map(([name, field]) => ({ name: field, kind: 'text', value: formatTyped(found[name]) })),
    ),
  async run({ store, tracksIn, confirmsIn, appOrders, claims, ...lists }, _, tx) {
    const { id, name } = await requireStore(store)
    const values = {
      tracks_in_hours: tracksIn,
      confirms_in_days: confirmsIn,
      app_orders: readAnswer(appOrders),
      takes_claims: readAnswer(claims),
      voids: joinPoints(lists.void, 'void'),
      dos: joinPoints(lists.do, 'do'),
      donts: joinPoints(lists.dont, 'dont'),
    }
    const before = await readStoreRecord(id, tx)
    const after = await setStoreRecord(id, values, tx)
    return {
      effect: `Changes what the page of ${name} says`,
      facts: describeRecord(name, after),
      changed: listChanges(`store ${id}`, before, after),
    }
  },
})

/** Undefined: not given. Null: unknown. */
const readAnswer = (typed: 'yes' | 'no' | typeof UNKNOWN | undefined) =>
  typed === undefined ? undefined : typed === UNKNOWN ? null : typed === 'yes'

/** One point a line. What is given before `unknown` is dropped. */
function joinPoints(typed: readonly string[] | undefined, flag: string): string | null | undefined {
  const points = typed?.slice(typed.lastIndexOf(UNKNOWN) + 1).map((point) => point.replace(/\s+/g, ' '))
  if (points && points.length > MOST_POINTS)
    throw new RefusalError(`A store has up to ${MOST_POINTS} points of one kind.`, flag)
  return points && (points.join('\n') || null)
}

export const topic: Topic = {
  operations: [show, set, waits, hosts, addHost, removeHost, linkOffer],
  help: `
What is not known is left out of the page. A feed that says such a thing replaces it with its next import. Once 30 sales of
a store were tracked 30 to 210 days ago, its own figures replace what was said of tracking and confirmation.

A shopper who pastes the address of a product gets the store of its host: that of a store's own address, or one that was added.
The visit counts by the store's link offer.`,
  examples: `
Examples:
  $ stores set Voltwala --tracks-in 24 --confirms-in 45 --app-orders no --void 'Gift cards'
  $ stores waits
  $ stores add-host Voltwala voltwala.example
  $ stores link-offer Voltwala best`,
}
