import type { z } from 'zod/v4'
import { formatUpTo, listStoreRows, type StoreRow } from '~/domain/catalog/stores.server'
import {
  addStore,
  bringsHost,
  editStore,
  giveBackStore,
  readStore,
  STORE_FIELDS,
  type StoreEdited,
  type StoreField,
} from '~/domain/catalog/stores-by-hand.server'
import { offersPath } from '~/domain/catalog/links'
import { hasClicks } from '~/domain/catalog/offers-by-hand.server'
import { BY_HAND, toFeedValue } from '~/domain/catalog/overrides'
import type { StoreRecord } from '~/domain/catalog/store-record.server'
import { db } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import {
  describeFieldChanges,
  describeEdited,
  describeEditedFields,
  describeHistory,
  findField,
  listFieldChanges,
  nameField,
  refuseField,
  requireChange,
  formatShown,
} from './changed-fields'
import { describeColumns, describeData, describeRow, type Fact } from './columns'
import type { TypedInput } from './command-text'
import { defineChange, defineList, defineRecord } from './define'
import { readFacts, type InputField } from './field'
import * as field from './fields'
import { requireStore } from './lookups.server'
import { see, type Change, type FieldChange, type Topic, type Undoing, type UndoneEntry } from './operation'
import { RefusalError, requireDone } from './refusal'
import { excludes, atLeastOne } from './relations'
import { waits } from './store-waits'
import { describePlanned } from './planned-rates'
import { addHost, hosts, linkOffer, removeHost } from './stores/product-links'
import { describeUpload, pictureFile, showPicture, takeUpload } from './uploads'

const MOST_POINTS = 10

const UNKNOWN = 'unknown'

const LABELS: [name: keyof StoreRecord, title: string, unit: string][] = [
  ['tracks_in_hours', 'tracked within', ' hours'],
  ['confirms_in_days', 'confirmed after', ' days'],
  ['app_orders', 'orders in the app count', ''],
  ['takes_claims', 'claims are accepted', ''],
  ['voids', 'voids cashback', ''],
  ['dos', 'do', ''],
  ['donts', 'do not', ''],
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
  ...LABELS.flatMap(([name, title, unit]): Fact[] => [
    { name, kind: 'text', value: record[name], only: 'data' },
    { name: title, kind: 'text', value: formatValue(record[name], unit), only: 'screen' },
  ]),
]

const store = field.store('the store', { place: 'argument' })

type Store = Awaited<ReturnType<typeof readStore>>

const column = describeColumns<Store>()

const COLUMNS = [
  column.id('id', { title: 'number' }),
  column.text('name'),
  column.page('page', ({ coupon_code }) => env().publicOrigin + offersPath(coupon_code), {
    title: 'in the shop',
  }),
  column.count('live_count', { title: 'live offers' }),
  column.rate('up_to', formatUpTo, { title: 'cashback up to' }),
  column.text('store_url', { title: 'page of the store' }),
  column.text('img', { title: 'logo' }),
  column.text('seo_title', { title: 'title of its page' }),
  column.text('source', ({ source }) => (source === BY_HAND ? 'made by hand' : `feed ${source}`)),
  column.count('holding_days', { title: 'holding days' }),
  column.count('promise_days', { title: 'rates are kept for days' }),
  column.count('clicks_30d', { title: 'clicks of 30 days' }),
]

const show = defineRecord({
  name: 'stores show',
  title: 'Store',
  summary: 'one store: its record, what is edited by hand, and who changed it',
  role: 'viewer',
  input: { store },
  async read({ store }) {
    const { id, name, coupon_code } = await requireStore(store, db)
    const found = await readStore(id)
    return {
      title: name,
      ...(await showPicture(found.img, `The logo of ${name}`)),
      facts: [...describeRow(COLUMNS, found), ...describeRecord(name, found)],
      tables: [
        describeEdited(STORE_FIELDS, found, (field) =>
          see('stores give-back', { store: coupon_code, field }),
        ),
        await describePlanned([{ kind: 'store', id }]),
        await describeHistory(`store ${id}`, STORE_FIELDS),
      ],
      next: [
        see('stores set', { store: coupon_code }),
        see('catalogue add', { store: coupon_code }),
        see('rates set-store', { store: coupon_code }),
        see('catalogue list', { store: coupon_code }),
        see('stores add-host', { store: coupon_code }),
        see('stores link-offer', { store: coupon_code }),
        see('catalogue holding', { store: coupon_code }),
      ],
      namesNext: true,
    }
  },
})

const listed = describeColumns<StoreRow>()

const list = defineList({
  name: 'stores list',
  title: 'Stores',
  summary: 'stores, newest first',
  role: 'viewer',
  input: {
    search: field
      .text('only stores with this in the name or the address', { placeholder: 'word' })
      .optional(),
    source: field.text(`only stores of one feed, or ‘${BY_HAND}’`, { placeholder: 'name' }).optional(),
  },
  one: 'store',
  none: ({ search }) =>
    search === undefined
      ? 'There are no stores: add one, or import a feed.'
      : `No store matches ‘${search}’.`,
  starts: [see('stores add')],
  columns: [
    listed.text('name', { width: 30, next: ({ coupon_code }) => see('stores show', { store: coupon_code }) }),
    listed.text('coupon_code', { title: 'address' }),
    listed.count('live_count', { title: 'live offers' }),
    listed.count('clicks_30d', { title: 'clicks' }),
    listed.text('source'),
    ...listed.data('id', 'store_url', 'verified_at'),
  ],
  read: listStoreRows,
  key: ({ id }) => id,
})

/** `clearedBy`: what empties a field of a store that there is. */
const describeTexts = (cleared: { clearedBy?: string }) => ({
  logoFile: pictureFile('the logo as a file').optional(),
  logo: (
    field.text('or its address: https, on a host that images may come from', {
      most: 2000,
      ...cleared,
    }) as InputField<string | null>
  ).optional(),
  pageTitle: (
    field.text('the title of its page in the shop, for search engines', cleared) as InputField<string | null>
  ).optional(),
})
const storePage = 'the address of the store; https'

const add = defineChange({
  name: 'stores add',
  title: 'Add a store',
  summary: 'add a store by hand',
  role: 'catalogue',
  input: {
    name: field.text('as shoppers know it', { most: 120, place: 'argument' }),
    page: field.text(storePage, { most: 2000 }),
    address: field
      .text('the last part of /Offers/…, which never changes later; without it, from the name', { most: 70 })
      .optional(),
    ...describeTexts({}),
  },
  relations: [excludes('logoFile', 'logo')],
  examples: ['stores add "Kesar Threads" --page https://kesar.example'],
  async run({ logoFile, ...typed }, _, tx) {
    const upload = await takeUpload('logoFile', logoFile, tx)
    const logo = upload?.address ?? typed.logo
    const { store } = requireDone(await addStore({ ...typed, logo }, tx), null, {
      invalid: refuseField,
      'name-taken': new RefusalError('There is a store of this name already.', 'name'),
    })
    return {
      ...(await describeUpload(upload, 'The logo as it will be')),
      effect: `Adds the store ${store.name}`,
      facts: [
        { name: 'address', kind: 'text', value: offersPath(store.coupon_code) },
        { name: 'page of the store', kind: 'text', value: store.store_url },
        { name: 'logo', kind: 'text', value: store.img },
      ],
      notes: ['Shoppers see it once it has a live offer.'],
      record: see('stores show', { store: store.coupon_code }),
      next: [see('catalogue add', { store: store.coupon_code })],
      changed: [
        { subject: `store ${store.id}`, field: 'name', before: null, after: store.name },
        ...(store.img === null
          ? []
          : [{ subject: `store ${store.id}`, field: 'img', before: null, after: store.img }]),
      ],
    }
  },
})

const number = (description: string, placeholder: string, most: number) =>
  field.wholeNumber(`${description}, or ${UNKNOWN}`, { most, clearedBy: UNKNOWN, placeholder }).optional()
const answer = (description: string) =>
  field.choice(description, ['yes', 'no', UNKNOWN], { placeholder: 'answer', clearedBy: UNKNOWN }).optional()
const points = (description: string) =>
  field
    .several(field.text(`${description}; repeatable`, { placeholder: 'point' }), { clearedBy: UNKNOWN })
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

const TEXTS = {
  name: field.text('as shoppers know it', { most: 120 }).optional(),
  page: field.text(storePage, { most: 2000 }).optional(),
  ...describeTexts({ clearedBy: 'none' }),
}

/** `found`: a store, by column. Null: not known, or empty. */
function formatField(found: Readonly<Record<string, unknown>>, name: StoreField): string | null {
  const value = toFeedValue(found[STORE_FIELDS[name]])
  if (value === null) return null
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

type Edited = Extract<StoreEdited, { ok: true }>

const toChanged = (edited: Edited): FieldChange[] => listFieldChanges(`store ${edited.store.id}`, edited)

function describeEdit(edited: Edited, effect: string): Change {
  const changed = toChanged(edited)
  requireChange(changed)
  return {
    effect,
    tables: [describeEditedFields(STORE_FIELDS, changed)],
    record: see('stores show', { store: edited.store.coupon_code }),
    changed,
  }
}

const LISTS: ReadonlySet<string> = new Set(['void', 'do', 'dont'])

const FIELDS: Readonly<Record<StoreField, z.ZodType>> = { ...TEXTS, ...CHANGES }

/** Null: nobody can type that a store has no page. */
function undoEdit({ fields, former }: UndoneEntry): Undoing | null {
  const typed: TypedInput = { store: String(former.coupon_code) }
  for (const column of fields) {
    const name = findField(STORE_FIELDS, column) as StoreField
    const value = formatField(former, name) || readFacts(FIELDS[name]).clearedBy
    if (value === undefined) return null
    typed[name] = LISTS.has(name) ? value.split('\n') : value
  }
  return { operation: 'stores set', typed }
}

/** A shop without clicks has no commission to lose. */
const explainHost = async (found: Store, page: string | null): Promise<string | null> =>
  bringsHost(found, page) && (await hasClicks())
    ? 'Links to this host need nobody’s agreement afterwards.'
    : null

const set = defineChange({
  name: 'stores set',
  title: 'Edit a store',
  summary: 'change the name, the page, the logo and the record of a store; what is not named stays',
  role: 'catalogue',
  isEdit: true,
  input: { store, ...TEXTS, ...CHANGES },
  relations: [atLeastOne(...Object.keys(TEXTS), ...Object.keys(CHANGES)), excludes('logoFile', 'logo')],
  needsSecondPerson: async ({ store, page }) =>
    page === undefined ? null : explainHost(await readStore((await requireStore(store, db)).id), page),
  help: `
Of a store of a feed, each field that you change is one that was edited by hand from now on: imports do not change it until it is given back to the feed.`,
  async present({ store }, reader) {
    const { id } = await requireStore(store, reader)
    const found = await readStore(id, reader)
    const names = Object.keys(STORE_FIELDS) as StoreField[]
    return {
      subject: `store ${id}`,
      values: names.map((name): Fact => ({ name, kind: 'text', value: formatField(found, name) })),
    }
  },
  async run(
    { store, name, page, logoFile, pageTitle, tracksIn, confirmsIn, appOrders, claims, ...lists },
    _,
    tx,
  ) {
    const found = await requireStore(store, tx)
    const upload = await takeUpload('logoFile', logoFile, tx)
    const logo = upload?.address ?? lists.logo
    const facts = {
      tracks_in_hours: tracksIn,
      confirms_in_days: confirmsIn,
      app_orders: readAnswer(appOrders),
      takes_claims: readAnswer(claims),
      voids: joinPoints(lists.void, 'void'),
      dos: joinPoints(lists.do, 'do'),
      donts: joinPoints(lists.dont, 'dont'),
    }
    const edited = requireDone(await editStore(found.id, { name, page, logo, pageTitle }, facts, tx), null, {
      invalid: refuseField,
      'name-taken': new RefusalError('There is a store of this name already.', 'name'),
    })
    return {
      ...describeEdit(edited, `Changes what the page of ${found.name} says`),
      ...(await describeUpload(upload, 'The logo as it will be')),
    }
  },
  undo: undoEdit,
})

const giveBack = defineChange({
  name: 'stores give-back',
  title: 'Give a field of a store back to the feed',
  summary: 'let a feed decide again about a field of a store that was edited by hand',
  role: 'catalogue',
  input: {
    store,
    field: field.choice('that was edited by hand', Object.keys(STORE_FIELDS) as StoreField[], {
      place: 'argument',
      placeholder: 'field',
    }),
  },
  async needsSecondPerson({ store, field }) {
    const found = await readStore((await requireStore(store, db)).id)
    const fromFeed = found.overrides[STORE_FIELDS.page]
    return field === 'page' && typeof fromFeed === 'string' ? explainHost(found, fromFeed) : null
  },
  async run({ store, field }, _, tx) {
    const { id, name } = await requireStore(store, tx)
    const given = requireDone(await giveBackStore(id, field, tx), 'field', {
      'not-edited': `The ${field} of ${name} was not edited by hand.`,
      'name-taken': 'There is another store of that name by now.',
    })
    const changed = toChanged(given)
    return {
      effect: `Gives ${nameField(field)} of ${name} back to its feed`,
      tables: [
        describeFieldChanges(
          changed.map(({ before, after }) => ({
            field,
            before: formatShown(before),
            after: formatShown(after),
          })),
        ),
      ],
      record: see('stores show', { store: given.store.coupon_code }),
      changed,
    }
  },
  undo: undoEdit,
})

/** Undefined: not given. Null: unknown. */
const readAnswer = (typed: 'yes' | 'no' | typeof UNKNOWN | null | undefined) =>
  typed === undefined ? undefined : typed === null ? null : typed === 'yes'

/** One point a line. What is given before `unknown` is dropped. */
function joinPoints(typed: readonly string[] | undefined, flag: string): string | null | undefined {
  const points = typed?.slice(typed.lastIndexOf(UNKNOWN) + 1).map((point) => point.replace(/\s+/g, ' '))
  if (points && points.length > MOST_POINTS)
    throw new RefusalError(`A store has up to ${MOST_POINTS} points of one kind.`, flag)
  return points && (points.join('\n') || null)
}

export const topic: Topic = {
  operations: [list, show, add, set, giveBack, waits, hosts, addHost, removeHost, linkOffer],
  help: `
What is not known is left out of the page. What you change here, no feed changes until it is given back to it. Once 30 sales of
a store were tracked 30 to 210 days ago, its own figures replace what was said of tracking and confirmation.

A shopper who pastes the address of a product gets the store of its host: that of a store's own address, or one that was added.
The visit counts by the store's link offer.`,
  examples: `
Examples:
  $ stores set Voltwala --tracks-in 24 --confirms-in 45 --app-orders no --void 'Gift cards'
  $ stores give-back Voltwala void
  $ stores waits
  $ stores add-host Voltwala voltwala.example
  $ stores link-offer Voltwala best`,
}
