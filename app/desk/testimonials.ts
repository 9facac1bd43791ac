import {
  addTestimonial,
  editTestimonial,
  findTestimonial,
  listShownIds,
  listTestimonials,
  mayBeShown,
  MOST_QUOTES,
  MOST_TESTIMONIALS,
  removeTestimonial,
  type Testimonial,
  type TestimonialRefusal,
} from '~/domain/catalog/testimonials.server'
import { TESTIMONIAL_FIELDS, type TestimonialField } from '~/domain/catalog/home-fields'
import type { Reader } from '~/platform/db/client.server'
import {
  describeEditedFields,
  describeHistory,
  findField,
  listFieldChanges,
  refuseField,
  requireChange,
} from './changed-fields'
import { listChanges } from './changed'
import { describeColumns, describeRow, type Fact } from './columns'
import { defineChange, defineList, defineRecord } from './define'
import type { InputField } from './field'
import * as field from './fields'
import { explainNotFound, requireFound } from './lookups.server'
import {
  listIf,
  see,
  type FieldChange,
  type LoggedValue,
  type Topic,
  type Undoing,
  type UndoneEntry,
} from './operation'
import { RefusalError, requireDone, type Reasons } from './refusal'
import { atLeastOne } from './relations'

type Row = Testimonial & { state: string }

/** `all`: in order. */
function describeState(testimonial: Testimonial, all: readonly Testimonial[]): string {
  if (!mayBeShown(testimonial)) return 'no consent'
  if (!listShownIds(all).includes(testimonial.id)) return `behind ${MOST_QUOTES} others`
  return testimonial.is_demo ? 'shown as Demo' : 'shown'
}

const column = describeColumns<Row>()
const COLUMNS = [
  column.count('position', { title: 'place' }),
  column.id('id', { title: 'number', isAssigned: true }),
  column.state('state'),
  column.text('name', { width: 30 }),
  column.text('text', ({ body }) => body, { width: 60 }),
  column.text('source'),
  column.text('source_url', { title: 'link', width: 40 }),
  column.day('said_on', { title: 'said on' }),
  column.day('consent_on', { title: 'consent of' }),
  column.text('consent_how', { title: 'consent', width: 40 }),
  column.yes('is_demo', { title: 'demo', only: 'data' }),
]

const readRows = async (): Promise<Row[]> => {
  const all = await listTestimonials()
  return all.map((one) => ({ ...one, state: describeState(one, all) }))
}

const id = field.listNumber

const requireTestimonial = async (number: number, reader?: Reader): Promise<Testimonial> =>
  requireFound(await findTestimonial(number, reader), `testimonial ${number}`, 'testimonials list')

const readSubject = (number: number) => `testimonial ${number}`

const explain = (number?: number): Reasons<TestimonialRefusal> => ({
  'not-found': explainNotFound(`testimonial ${number}`, 'testimonials list'),
  'too-many': `There are ${MOST_TESTIMONIALS} testimonials already: remove one first.`,
  future: ({ field: name }) => new RefusalError('That day is still to come.', name),
  'half-consent': ({ field: name }) =>
    new RefusalError('A consent has a day, and how it was given: say both.', name),
  'no-source': ({ field: name }) =>
    new RefusalError('What is shown says where and when it was said: say both.', name),
  invalid: refuseField,
})

const CLEARED = { clearedBy: 'none' }
const place = field.wholeNumber('its place among all, from 1 on', { most: MOST_TESTIMONIALS }).optional()
const CONSENT_ON = 'the day on which they agreed that it is shown; without it nobody sees it'
const CONSENT_HOW = 'how they agreed: by mail, on the phone with whom'

const shared = (cleared: { clearedBy?: string }) => ({
  source: field
    .text('where it was said, as shoppers read it: by mail, a review at Google', { most: 80 })
    .optional(),
  link: (
    field.text('its address, where it has one: https', { most: 2000, ...cleared }) as InputField<
      string | null
    >
  ).optional(),
  said: field.calendarDay('the day on which it was said', cleared).optional(),
  consentOn: field.calendarDay(CONSENT_ON, cleared).optional(),
  consentHow: (field.text(CONSENT_HOW, cleared) as InputField<string | null>).optional(),
  place,
})

const nameField = field.text('as shoppers read it: the name, perhaps the town', { most: 80 })
const textField = field.text('what was said, word for word, in one paragraph', { most: 600, isLong: true })

const list = defineList({
  name: 'testimonials list',
  title: 'Testimonials',
  summary: 'what customers said, in the order of home, and which of it is shown',
  role: 'catalogue',
  one: 'testimonial',
  none: 'There are no testimonials: home leaves their section out.',
  starts: [see('testimonials add')],
  columns: COLUMNS,
  read: () => readRows(),
  notes: (rows) =>
    listIf(rows.length, {
      text: `Home shows the first ${MOST_QUOTES} that have a consent; those of the demo are marked ‘Demo’.`,
      next: [see('testimonials add')],
    }),
})

const show = defineRecord({
  name: 'testimonials show',
  title: 'Testimonial',
  summary: 'one testimonial, whether it is shown, and who changed it',
  role: 'catalogue',
  input: { id },
  async read({ id: number }) {
    await requireTestimonial(number)
    const row = (await readRows()).find((one) => one.id === number)!
    return {
      facts: describeRow(COLUMNS, row),
      tables: [await describeHistory(readSubject(number), TESTIMONIAL_FIELDS)],
      next: [see('testimonials set', { id: number }), see('testimonials remove', { id: number })],
      namesNext: true,
    }
  },
})

const SEEN = 'Shoppers see it within a minute.'
const UNSEEN = 'Nobody sees it without a consent.'

const add = defineChange({
  name: 'testimonials add',
  title: 'Add a testimonial',
  summary: 'add what a customer said; it is shown once there is a consent',
  role: 'catalogue',
  input: { name: nameField, text: textField, ...shared({}) },
  examples: [
    'testimonials add --name "Asha Verma, Pune" --text "It came in two days." --source "by mail" --said 2026-11-12 --consent-on 2026-11-14 --consent-how "by mail"',
  ],
  async run(typed, _, tx) {
    const { testimonial } = requireDone(await addTestimonial(typed, tx), 'name', explain())
    const { id: number, is_demo: _demo, ...columns } = testimonial
    const state = describeState(testimonial, await listTestimonials(tx))
    return {
      effect: `Adds what ${testimonial.name} said`,
      facts: describeRow(COLUMNS, { ...testimonial, state }),
      notes: [mayBeShown(testimonial) ? SEEN : UNSEEN],
      record: see('testimonials list'),
      changed: listChanges(readSubject(number), {}, columns).filter(({ after }) => after !== null),
    }
  },
})

const FIELD_NAMES = Object.keys(TESTIMONIAL_FIELDS) as TestimonialField[]

/** As operators type it; null: there is none. */
const readTyped = (row: Readonly<Record<string, LoggedValue>>, name: TestimonialField): string | null => {
  const value = row[TESTIMONIAL_FIELDS[name]] ?? null
  return value === null ? null : String(value)
}

const describeValues = (testimonial: Testimonial): Fact[] =>
  FIELD_NAMES.map((name) => ({ name, kind: 'text', value: readTyped(testimonial, name) }))

const set = defineChange({
  name: 'testimonials set',
  title: 'Edit a testimonial',
  summary: 'change a testimonial, note a consent or take it back, or move it; what is not named stays',
  role: 'catalogue',
  isEdit: true,
  input: { id, name: nameField.optional(), text: textField.optional(), ...shared(CLEARED) },
  relations: [atLeastOne(...FIELD_NAMES)],
  help: `
A consent that is taken back hides the testimonial at once: ‘none’ as its day.`,
  async present({ id: number }, reader) {
    return { subject: readSubject(number), values: describeValues(await requireTestimonial(number, reader)) }
  },
  async run({ id: number, ...typed }, _, tx) {
    const edited = requireDone(await editTestimonial(number, typed, tx), 'id', explain(number))
    const changed: FieldChange[] = listFieldChanges(readSubject(number), edited)
    requireChange(changed)
    return {
      effect: `Changes what ${edited.testimonial.name} said`,
      tables: [describeEditedFields(TESTIMONIAL_FIELDS, changed)],
      notes: [mayBeShown(edited.testimonial) ? SEEN : UNSEEN],
      record: see('testimonials show', { id: number }),
      changed,
    }
  },
  undo: undoEdit,
})

/** Null: nobody can type that it had no source. */
function undoEdit({ id: number, fields, former }: UndoneEntry): Undoing | null {
  const names = fields.map((name) => findField(TESTIMONIAL_FIELDS, name) as TestimonialField)
  if (names.includes('source') && former.source === null) return null
  return {
    operation: 'testimonials set',
    typed: {
      id: number,
      ...Object.fromEntries(names.map((name) => [name, readTyped(former, name) ?? CLEARED.clearedBy])),
    },
  }
}

const remove = defineChange({
  name: 'testimonials remove',
  title: 'Remove a testimonial',
  summary: 'remove a testimonial; the log keeps what it said',
  role: 'catalogue',
  confirm: 'ask',
  input: { id },
  async present({ id: number }, reader) {
    return { subject: readSubject(number), values: describeValues(await requireTestimonial(number, reader)) }
  },
  async run({ id: number }, _, tx) {
    const { testimonial } = requireDone(await removeTestimonial(number, tx), 'id', {
      'not-found': explainNotFound(`testimonial ${number}`, 'testimonials list'),
    })
    const { id: _id, is_demo, ...columns } = testimonial
    const empty = Object.fromEntries(Object.keys(columns).map((name) => [name, null]))
    return {
      effect: `Removes what ${testimonial.name} said`,
      facts: describeRow(COLUMNS, { ...testimonial, state: is_demo ? 'demo' : '' }),
      record: see('testimonials list'),
      changed: listChanges(readSubject(number), columns, empty),
    }
  },
})

export const topic: Topic = {
  title: 'Testimonials',
  operations: [add, list, remove, set, show],
  help: `
What customers said, on home. Each says where and when it was said. One without a consent is never shown.`,
}
