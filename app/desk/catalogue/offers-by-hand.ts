/** Offers at the desk, without a feed: new ones, edits, and their end. */
import { allowLinks } from '~/domain/catalog/allowed-links.server'
import {
  addOffer,
  duplicateOffer,
  editOffer,
  findCopyDoubts,
  findFormerLinkDoubts,
  findLinkDoubts,
  findNewOfferDoubts,
  giveBackOffer,
  hasClicks,
  OFFER_FIELDS,
  readOfferRecord,
  formatAsTyped,
  type NewOffer,
  type OfferDoubts,
  type OfferEdited,
  type OfferField,
  type OfferRecord,
} from '~/domain/catalog/offers-by-hand.server'
import { getOfferState } from '~/domain/catalog/offers'
import type { SetRate } from '~/domain/catalog/rates'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { NETWORK_NAMES } from '~/platform/config/networks'
import { formatTime } from '~/platform/formats/dates'
import {
  describeFieldChanges,
  findField,
  listFieldChanges,
  nameField,
  refuseField,
  requireChange,
} from '../changed-fields'
import { describeFacts } from '../columns'
import { defineChange } from '../define'
import { defineEach } from '../each-chosen'
import type { InputField } from '../field'
import * as field from '../fields'
import { requireOffer, requireStore } from '../lookups.server'
import { formatOwner } from '../network-links'
import {
  listIf,
  see,
  type Change,
  type FieldChange,
  type Present,
  type Undoing,
  type UndoneEntry,
} from '../operation'
import { formatSetRate } from '../rate-columns'
import { RefusalError, requireDone } from '../refusal'
import { excludes, atLeastOne } from '../relations'
import { describeUpload, pictureFile, takeUpload } from '../uploads'
import { readOfferFormat } from './offer-record'

type Cleared<T> = InputField<T | null>

const offer = field.offer('the offer', { place: 'argument' })

const LINES = 'lines; those that begin with a dash become a list'

/** `clearedBy`: what empties a field of an offer that there is. */
export const describeTexts = (cleared: { clearedBy?: string }) => ({
  code: (field.text('what is typed at the store', { most: 80, ...cleared }) as Cleared<string>).optional(),
  cardText: (
    field.text('short, such as Flat 20% off', { most: 120, ...cleared }) as Cleared<string>
  ).optional(),
  description: (field.text(LINES, { most: 20_000, isLong: true, ...cleared }) as Cleared<string>).optional(),
  terms: (field.text(LINES, { most: 20_000, isLong: true, ...cleared }) as Cleared<string>).optional(),
  category: (field.category('one of ours', cleared) as Cleared<string>).optional(),
  from: (field.time('time of India', cleared) as Cleared<Date>).optional(),
  to: (field.time('time of India', { isEnd: true, ...cleared }) as Cleared<Date>).optional(),
  photoFile: pictureFile('the photo as a file').optional(),
  photo: (
    field.text('or its address: https, on a host that images may come from', {
      most: 2000,
      ...cleared,
    }) as Cleared<string>
  ).optional(),
  photoText: (
    field.text('what the photo shows, for those who do not see it', {
      beginsEmpty: true,
      ...cleared,
    }) as Cleared<string>
  ).optional(),
})

const describeLink = (cleared: { clearedBy?: string }) =>
  (
    field.text('the network’s ready-made link; https', { most: 2000, ...cleared }) as Cleared<string>
  ).optional()

const NONE = { clearedBy: 'none' }
const page = field.text('where the offer leads at the store; https', { most: 2000 })

/** The text of a description follows from its HTML. */
async function describeEdits(changed: readonly FieldChange[], tx: Tx) {
  const write = await readOfferFormat(tx)
  return changed.flatMap(({ field: column, before, after }) => {
    const field = findField(OFFER_FIELDS, column)
    return field === null ? [] : [{ field, before: write(column, before), after: write(column, after) }]
  })
}

type Edited = Extract<OfferEdited, { ok: true }>

export const toChanged = (edited: Edited): FieldChange[] =>
  listFieldChanges(`offer ${edited.offer.id}`, edited)

async function describeEdit(
  edited: Edited,
  effect: (fields: string, title: string) => string,
  tx: Tx,
): Promise<Change> {
  const changed = toChanged(edited)
  requireChange(changed)
  const rows = await describeEdits(changed, tx)
  const { id, title } = edited.offer
  return {
    effect: effect(rows.map((row) => nameField(row.field)).join(', '), title),
    tables: [describeFieldChanges(rows)],
    record: see('catalogue show', { offer: id }),
    changed,
  }
}

/** Throws RefusalError. */
export const requireEdited = (edited: OfferEdited): Edited =>
  requireDone(edited, null, { invalid: refuseField })

type OfferTyped = Pick<
  OfferRecord,
  | 'title'
  | 'code'
  | 'offer'
  | 'description_html'
  | 'kpi_html'
  | 'category'
  | 'starts_at'
  | 'ends_at'
  | 'img'
  | 'img_alt'
  | 'url'
  | 'tracking_url'
>

/** The fields as a form has them. */
export const toTyped = (found: OfferTyped): Record<OfferField, string | null> => ({
  title: found.title,
  code: found.code,
  cardText: found.offer,
  description: formatAsTyped(found.description_html),
  terms: formatAsTyped(found.kpi_html),
  category: found.category,
  from: found.starts_at && field.formatTimeField(found.starts_at),
  to: found.ends_at && field.formatTimeField(found.ends_at),
  photo: found.img,
  photoText: found.img_alt,
  page: found.url,
  link: found.tracking_url,
})

/** The values as the form has them, without a lock: an import holds the catalogue for seconds. */
async function presentFields(which: string, reader: Reader, names: readonly OfferField[]): Promise<Present> {
  const { id } = await requireOffer(which, reader)
  const typed = toTyped(await readOfferRecord(id, reader))
  return {
    subject: `offer ${id}`,
    values: describeFacts('text', Object.fromEntries(names.map((name) => [name, typed[name]]))),
  }
}

const toTime = (logged: unknown) => (typeof logged === 'string' ? new Date(logged) : null)

/** The edit that writes what was there; of where the offer leads, the other one. */
async function undoEdit({ id, fields, former }: UndoneEntry): Promise<Undoing> {
  const names = new Set(fields.flatMap((column) => findField(OFFER_FIELDS, column) ?? []))
  const all = toTyped({
    ...(former as OfferTyped),
    category: (await readOfferFormat(db))('category_id', former.category_id),
    starts_at: toTime(former.starts_at),
    ends_at: toTime(former.ends_at),
  })
  const typed = Object.entries(all).filter(([name]) => names.has(name))
  return {
    operation: names.has('page') || names.has('link') ? 'catalogue set-link' : 'catalogue edit',
    typed: {
      offer: id,
      ...Object.fromEntries(typed.map(([name, value]) => [name, value || NONE.clearedBy])),
    },
  }
}

type Text = keyof ReturnType<typeof describeTexts>

const EDITABLE = [
  'title',
  ...(Object.keys(describeTexts(NONE)) as Text[]).filter((name) => name !== 'photoFile'),
] as const

export const edit = defineChange({
  name: 'catalogue edit',
  title: 'Edit an offer',
  summary: 'change the texts, the code, the category, the photo and the period of an offer',
  role: 'catalogue',
  isEdit: true,
  input: { offer, title: field.text('of the card and the page').optional(), ...describeTexts(NONE) },
  relations: [atLeastOne('photoFile', ...EDITABLE), excludes('photoFile', 'photo')],
  present: ({ offer }, reader) => presentFields(offer, reader, EDITABLE),
  help: `
What is not named stays. Of an offer of a feed, each field that you change is one that was edited by hand from now on: imports do not change it
until it is given back to the feed.`,
  examples: [
    'catalogue edit 12 --title "Flat 30% off on lamps" --code LAMP30',
    'catalogue edit 12 --to "2026-12-31 23:59" --terms none --dry-run',
  ],
  async run({ offer, photoFile, ...typed }, _, tx) {
    const { id } = await requireOffer(offer, tx)
    const upload = await takeUpload('photoFile', photoFile, tx)
    const photo = upload?.address ?? typed.photo
    const edited = requireEdited(await editOffer(id, { ...typed, photo }, tx))
    const change = await describeEdit(edited, (fields, title) => `Changes ${fields} of ‘${title}’`, tx)
    return {
      ...change,
      ...(await describeUpload(upload, 'The photo as it will be', typed.photoText)),
      notes: listIf(
        'code' in edited.after && edited.before.code !== null,
        'Nobody has said yet whether the new code keeps the cashback.',
      ),
    }
  },
  undo: undoEdit,
})

export const move = defineChange({
  name: 'catalogue move',
  title: 'Move an offer',
  summary: 'move an offer to another category',
  role: 'catalogue',
  input: { offer, category: field.category('where it belongs') },
  present: ({ offer }, reader) => presentFields(offer, reader, ['category']),
  async run({ offer, category }, _, tx) {
    const { id } = await requireOffer(offer, tx)
    const edited = requireEdited(await editOffer(id, { category }, tx))
    return describeEdit(edited, (_, title) => `Moves ‘${title}’ to ${category}`, tx)
  },
  undo: undoEdit,
})

export const moveEach = defineEach({
  name: 'catalogue move-each',
  title: 'Move offers',
  summary: 'move several offers to another category',
  of: move,
  key: 'offer',
  one: 'offer',
  verb: 'Moves:',
})

const explainLinks = (links: OfferDoubts['links']) =>
  `Links of ${links.map(formatOwner).join(', ')} are not allowed yet: whose commission would it be?`

export const setLink = defineChange({
  name: 'catalogue set-link',
  title: 'Set the link of an offer',
  summary: 'set where an offer leads, and by which link',
  role: 'catalogue',
  confirm: 'ask',
  isEdit: true,
  input: { offer, page: page.optional(), link: describeLink(NONE) },
  relations: [atLeastOne('page', 'link')],
  async needsSecondPerson({ offer, ...typed }) {
    const links = await findLinkDoubts((await requireOffer(offer, db)).id, typed)
    return links.length && (await hasClicks()) ? explainLinks(links) : null
  },
  present: ({ offer }, reader) => presentFields(offer, reader, ['page', 'link']),
  async run({ offer, ...typed }, { by }, tx) {
    const { id } = await requireOffer(offer, tx)
    const links = await findLinkDoubts(id, typed, tx)
    const edited = requireEdited(await editOffer(id, typed, tx))
    await allowLinks(links, by, tx)
    const change = await describeEdit(edited, (fields, title) => `Changes ${fields} of ‘${title}’`, tx)
    return { ...change, notes: listIf(links.length, `${explainLinks(links)} Confirming allows them.`) }
  },
  undo: undoEdit,
})

const payout = field.payout(
  'what the shopper gets: 6% or 250; without it, what its store pays',
) as InputField<SetRate>

const newOffer = {
  store: field.store('the store', { place: 'argument' }),
  title: field.text('of the card and the page'),
  network: field.choice('who reports its sales', NETWORK_NAMES),
  programme: field.text('the network’s id of its contract with the store', { most: 100 }),
  payout: payout.optional(),
  page: field
    .text('where it leads at the store; https; without it, the store’s page', { most: 2000 })
    .optional(),
  link: describeLink({}),
  ...describeTexts({}),
  draft: field.yes('keep it hidden until you show it'),
}

function toNewOffer(
  typed: Omit<NewOffer, 'isDraft'> & { draft: boolean; photoFile?: field.InputFile | undefined },
): NewOffer {
  const { draft, photoFile: _, ...texts } = typed
  return { ...texts, isDraft: draft }
}

export const add = defineChange({
  name: 'catalogue add',
  title: 'Add an offer',
  summary: 'add an offer of a store by hand',
  role: 'catalogue',
  confirm: 'money',
  input: newOffer,
  async needsSecondPerson({ store, ...typed }) {
    const { links, rate } = await findNewOfferDoubts((await requireStore(store, db)).id, toNewOffer(typed))
    if (rate) return 'Its rate is high for what is known of the store’s commission.'
    return links.length && (await hasClicks()) ? explainLinks(links) : null
  },
  help: `
A link of another host or publisher than those that are allowed, and a rate above the guard, wait for a second person. It is ranked within the hour.`,
  relations: [excludes('photoFile', 'photo')],
  examples: ['catalogue add Voltwala --title "Flat 20% off" --network trackier --programme 4602 --payout 6%'],
  async run({ store, ...typed }, { by }, tx) {
    const { id, name } = await requireStore(store, tx)
    const upload = await takeUpload('photoFile', typed.photoFile, tx)
    const offer = { ...toNewOffer(typed), photo: upload?.address ?? typed.photo }
    const { links } = await findNewOfferDoubts(id, offer, tx)
    const added = requireDone(await addOffer(id, offer, tx), null, { invalid: refuseField })
    await allowLinks(links, by, tx)
    return describeNew(added.offer, {
      ...(await describeUpload(upload, 'The photo as it will be', typed.photoText)),
      effect: `Adds ‘${added.offer.title}’ to ${name}${typed.draft ? ' as a draft' : ''}`,
      facts: [
        ...describeFacts('store', { store: name }),
        ...describeFacts('rate', {
          rate: typed.payout ? formatSetRate(typed.payout) : 'what its store pays',
        }),
        ...describeFacts('text', {
          network: typed.network,
          programme: typed.programme,
          'leads to': added.offer.url,
          link: added.offer.tracking_url,
        }),
      ],
      notes: listIf(links.length, `${explainLinks(links)} Confirming allows them.`),
    })
  },
})

type Row = Extract<Awaited<ReturnType<typeof duplicateOffer>>, { ok: true }>['offer']

/** The number is assigned when it is done. */
const describeNew = (
  { id, title, code, img }: Row,
  change: Pick<Change, 'effect' | 'facts' | 'notes' | 'picture'>,
): Change => ({
  ...change,
  facts: [
    { name: 'id', title: 'offer', kind: 'offer', value: id, isAssigned: true },
    ...(change.facts ?? []),
  ],
  record: see('catalogue show', { offer: id }),
  changed: [
    { subject: `offer ${id}`, field: 'title', before: null, after: title },
    ...(code === null ? [] : [{ subject: `offer ${id}`, field: 'code', before: null, after: code }]),
    ...(img === null ? [] : [{ subject: `offer ${id}`, field: 'img', before: null, after: img }]),
  ],
})

export const duplicate = defineChange({
  name: 'catalogue duplicate',
  title: 'Duplicate an offer',
  summary: 'make a draft with the content of an offer, which no feed changes',
  role: 'catalogue',
  input: { offer, title: field.text('of the new one').optional() },
  async needsSecondPerson({ offer }) {
    const links = await findCopyDoubts((await requireOffer(offer, db)).id)
    return links.length && (await hasClicks()) ? explainLinks(links) : null
  },
  async run({ offer, title }, { by }, tx) {
    const found = await requireOffer(offer, tx)
    const links = await findCopyDoubts(found.id, tx)
    const copied = requireDone(await duplicateOffer(found.id, title, tx), null, { invalid: refuseField })
    await allowLinks(links, by, tx)
    return describeNew(copied.offer, {
      effect: `Makes a draft from ‘${found.title}’`,
      notes: [
        'Nobody sees it until you show it.',
        ...listIf(links.length, `${explainLinks(links)} Confirming allows them.`),
      ],
    })
  },
})

const setEnd = async (which: string, to: Date | null, tx: Tx) => {
  const { id } = await requireOffer(which, tx)
  return requireEdited(await editOffer(id, { to }, tx))
}

export const end = defineChange({
  name: 'catalogue end',
  title: 'End an offer',
  summary: 'end an offer now; its feed does not restore it',
  role: 'catalogue',
  input: { offer },
  async run({ offer }, _, tx) {
    const found = await requireOffer(offer, tx)
    const state = getOfferState(found)
    if (state === 'ended')
      throw new RefusalError(`‘${found.title}’ ended at ${formatTime(found.ends_at!)}.`, 'offer')
    if (state === 'to come')
      throw new RefusalError(`‘${found.title}’ has not begun: hide it.`, 'offer', {
        next: [see('catalogue hide', { offer: found.id })],
      })
    const edited = await setEnd(offer, new Date(), tx)
    return {
      effect: `Ends ‘${found.title}’ now`,
      notes: ['Clicks so far keep their promise.'],
      record: see('catalogue show', { offer: found.id }),
      next: [see('catalogue restore', { offer: found.id })],
      changed: toChanged(edited),
    }
  },
  undo: undoEdit,
})

export const endEach = defineEach({
  name: 'catalogue end-each',
  title: 'End offers',
  summary: 'end several offers now; their feeds do not restore them',
  of: end,
  key: 'offer',
  one: 'offer',
  verb: 'Ends now:',
})

export const restore = defineChange({
  name: 'catalogue restore',
  title: 'Restore an offer that has ended',
  summary: 'show an offer again that has ended, until a time or without an end',
  role: 'catalogue',
  input: {
    offer,
    to: field.time('until then, of India; without it, it has no end', { isEnd: true }).optional(),
  },
  async run({ offer, to = null }, _, tx) {
    const found = await requireOffer(offer, tx)
    if (getOfferState(found) !== 'ended' && getOfferState({ ...found, hidden_at: null }) !== 'ended')
      throw new RefusalError(`‘${found.title}’ has not ended.`, 'offer')
    if (to && to <= new Date()) throw new RefusalError('It must be later than now.', 'to')
    const edited = await setEnd(offer, to, tx)
    return {
      effect: `Restores ‘${found.title}’ ${to ? `until ${formatTime(to)}` : 'without an end'}`,
      notes: listIf(found.hidden_at, 'It stays hidden until you show it.'),
      record: see('catalogue show', { offer: found.id }),
      changed: toChanged(edited),
    }
  },
  undo: undoEdit,
})

/** What no feed says, cannot be given back to one. */
const FED = (Object.keys(OFFER_FIELDS) as OfferField[]).filter((name) => name !== 'photoText')

export const giveBack = defineChange({
  name: 'catalogue give-back',
  title: 'Give a field back to the feed',
  summary: 'let a feed decide again about a field of an offer that was edited by hand',
  role: 'catalogue',
  input: {
    offer,
    field: field.choice('that was edited by hand', FED, {
      place: 'argument',
      placeholder: 'field',
    }),
  },
  async needsSecondPerson({ offer, field }) {
    const links = await findFormerLinkDoubts((await requireOffer(offer, db)).id, field)
    return links.length && (await hasClicks()) ? explainLinks(links) : null
  },
  async run({ offer, field }, { by }, tx) {
    const { id, title } = await requireOffer(offer, tx)
    const links = await findFormerLinkDoubts(id, field, tx)
    const given = requireDone(await giveBackOffer(id, field, tx), 'field', {
      'not-edited': `The ${field} of ‘${title}’ was not edited by hand.`,
      'wrong-period':
        'The offer would end before it begins: change the other time first, or give it back, too.',
    })
    await allowLinks(links, by, tx)
    const changed = toChanged(given)
    return {
      effect: `Gives ${nameField(field)} of ‘${title}’ back to its feed`,
      tables: [describeFieldChanges(await describeEdits(changed, tx))],
      notes: listIf(links.length, `${explainLinks(links)} Confirming allows them.`),
      record: see('catalogue show', { offer: id }),
      changed,
    }
  },
  undo: undoEdit,
})
