import {
  editPin,
  findPin,
  listPins,
  MOST_PINS,
  pinOffer,
  unpinOffer,
  type PinRefusal,
  type PinRow,
} from '~/domain/catalog/featured.server'
import { MOST_FEATURED } from '~/domain/catalog/home'
import { PIN_FIELDS } from '~/domain/catalog/home-fields'
import { db, type Reader } from '~/platform/db/client.server'
import { formatDate } from '~/platform/formats/dates'
import { describeEditedFields, findField, listFieldChanges, requireChange } from './changed-fields'
import { listChanges } from './changed'
import { describeColumns, describeFacts } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { explainNotShown, NO_OFFER, requireOffer } from './lookups.server'
import { listIf, see, type FieldChange, type Topic, type Undoing, type UndoneEntry } from './operation'
import { RefusalError, requireDone, type Reasons } from './refusal'
import { atLeastOne } from './relations'

const formatDay = (day: string) => formatDate(new Date(day))

/** Null: it has an effect. */
function explainPin(row: PinRow): string | null {
  switch (row.state) {
    case 'shown':
      return null
    case 'later':
      return `It begins on ${formatDay(row.first_day!)}.`
    case 'over':
      return `Its last day was ${formatDay(row.last_day!)}.`
    case 'not on home':
      return 'Home leaves out offers in another language, without cashback or with a code that fails often, and those that are not ranked yet.'
    case 'on sale':
      return 'It is the flash sale of today, which is below.'
    case 'behind':
      return `${MOST_FEATURED} others come first.`
    default:
      return explainNotShown(row, row.state)
  }
}

const column = describeColumns<PinRow>()
const COLUMNS = [
  column.count('position', { title: 'place' }),
  column.offer('campaign_id', { title: 'offer' }),
  column.text('title', { width: 40 }),
  column.text('store', { width: 24 }),
  column.state('state', ({ state }) => (state === 'shown' ? 'shown' : 'no effect')),
  column.text('why', explainPin, { width: 60 }),
  column.day('first_day', { title: 'from' }),
  column.day('last_day', { title: 'last day' }),
  column.text('made_by', { title: 'by' }),
  column.text('edit', () => 'Change', {
    title: '',
    only: 'screen',
    next: ({ id }) => see('featured set', { offer: id }),
  }),
  column.text('unpin', () => 'Unpin', {
    title: '',
    only: 'screen',
    next: ({ id }) => see('featured unpin', { offer: id }),
  }),
]

const list = defineList({
  name: 'featured list',
  title: 'Featured offers',
  summary:
    'offers that are pinned in front under ‘Featured’ on home, in order, and which of them have an effect',
  role: 'viewer',
  one: 'pinned offer',
  none: 'No offer is pinned: the ranking chooses what home features.',
  starts: [see('featured pin')],
  columns: COLUMNS,
  read: () => listPins(),
  notes: (rows) =>
    listIf(rows.length, {
      text: `Home features ${MOST_FEATURED} offers: the first pinned ones, then those that the ranking chooses.`,
      next: [see('featured pin')],
    }),
})

const SEE_LIST = [see('featured list')]

const REASONS: Reasons<PinRefusal> = {
  ...NO_OFFER,
  pinned: ({ offer }) => ({
    text: `‘${offer.title}’ is pinned already.`,
    next: [see('featured set', { offer: offer.id })],
  }),
  'not-pinned': ({ offer }) => ({ text: `‘${offer.title}’ is not pinned.`, next: SEE_LIST }),
  'too-many': { text: `${MOST_PINS} offers are pinned already: unpin one first.`, next: SEE_LIST },
  days: new RefusalError('The first day is after the last one.', 'lastDay'),
  over: new RefusalError('That day is over.', 'lastDay'),
}

const offer = field.offer('the offer', { place: 'argument' })

const shared = (cleared: { clearedBy?: string }) => ({
  place: field.wholeNumber('its place among the pinned ones, from 1 on', { most: MOST_PINS }).optional(),
  firstDay: field.calendarDay('the first day, in India; without it, at once', cleared).optional(),
  lastDay: field.calendarDay('the last day; without it, until it is unpinned', cleared).optional(),
})

const findRow = async (id: number, reader: Reader): Promise<PinRow> =>
  (await listPins(reader)).find((row) => row.id === id)!

/** What shoppers see of it now. */
async function listEffects(id: number, reader: Reader): Promise<string[]> {
  const why = explainPin(await findRow(id, reader))
  return [why ? `It has no effect now. ${why}` : 'Shoppers see it within a minute.']
}

const readSubject = (id: number) => `pin ${id}`

const pin = defineChange({
  name: 'featured pin',
  title: 'Pin an offer',
  summary: 'put an offer in front under ‘Featured’ on home; no other list changes its order',
  role: 'catalogue',
  input: { offer, ...shared({}) },
  help: `
About Us says that nobody pays for a place in a list: that includes this one.`,
  examples: ['featured pin winter-kettles --place 1 --last-day 2026-12-25'],
  async run({ offer: which, ...typed }, { by }, tx) {
    const { offer: found } = requireDone(await pinOffer(which, typed, by, tx), 'offer', REASONS)
    const row = await findRow(found.id, tx)
    return {
      effect: `Pins ‘${found.title}’ at place ${row.position}`,
      facts: describeFacts('text', { from: row.first_day, 'last day': row.last_day }),
      notes: await listEffects(found.id, tx),
      record: see('featured list'),
      changed: listChanges(
        readSubject(found.id),
        {},
        { position: row.position, first_day: row.first_day, last_day: row.last_day },
      ).filter(({ after }) => after !== null),
    }
  },
  undo: ({ id }) => ({ operation: 'featured unpin', typed: { offer: id } }),
})

const set = defineChange({
  name: 'featured set',
  title: 'Change a pinned offer',
  summary: 'move a pinned offer, or change its days; what is not named stays',
  role: 'catalogue',
  isEdit: true,
  input: { offer, ...shared({ clearedBy: 'none' }) },
  relations: [atLeastOne(...Object.keys(PIN_FIELDS))],
  async present({ offer: which }, reader) {
    const { id } = await requireOffer(which, db)
    const found = await findPin(id, reader)
    if (!found) return null
    return {
      subject: readSubject(id),
      values: describeFacts('text', {
        place: String(found.position),
        firstDay: found.first_day,
        lastDay: found.last_day,
      }),
    }
  },
  async run({ offer: which, ...typed }, _, tx) {
    const edited = requireDone(await editPin(which, typed, tx), 'offer', REASONS)
    const { id, title } = edited.offer
    const changed: FieldChange[] = listFieldChanges(readSubject(id), edited)
    requireChange(changed)
    return {
      effect: `Changes where ‘${title}’ is pinned`,
      tables: [describeEditedFields(PIN_FIELDS, changed)],
      notes: await listEffects(id, tx),
      record: see('featured list'),
      changed,
    }
  },
  undo: undoEdit,
})

function undoEdit({ id, fields, former }: UndoneEntry): Undoing {
  return {
    operation: 'featured set',
    typed: {
      offer: id,
      ...Object.fromEntries(
        fields.map((name) => [findField(PIN_FIELDS, name)!, String(former[name] ?? 'none')]),
      ),
    },
  }
}

const unpin = defineChange({
  name: 'featured unpin',
  title: 'Unpin an offer',
  summary: 'let the ranking decide again whether home features an offer',
  role: 'catalogue',
  input: { offer },
  async run({ offer: which }, _, tx) {
    const { offer: found, pin: gone } = requireDone(await unpinOffer(which, tx), 'offer', REASONS)
    const { position, first_day, last_day } = gone
    const before = { position, first_day, last_day }
    return {
      effect: `Unpins ‘${found.title}’`,
      notes: ['Shoppers see it within a minute.'],
      record: see('featured list'),
      changed: listChanges(readSubject(found.id), before, {
        position: null,
        first_day: null,
        last_day: null,
      }).filter((change) => change.before !== null),
    }
  },
})

export const topic: Topic = {
  title: 'Featured offers',
  operations: [list, pin, set, unpin],
}
