import { addNote, listNotes, NOTE_MAX_LENGTH, type Note } from '~/domain/support/notes.server'
import { describeColumns, describeRow } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { explainNotFound, readFilter, requireMember } from './lookups.server'
import { see, type Topic } from './operation'
import { requireDone } from './refusal'
import { excludes, atLeastOne } from './relations'

const describeSubject = ({ user_id, conversion_id }: Note) =>
  user_id === null ? `sale ${conversion_id}` : `member ${user_id}`

const column = describeColumns<Note>()
export const NOTE_COLUMNS = [
  column.id('id', { title: 'note', isAssigned: true }),
  column.time('created_at', { title: 'when' }),
  column.text('os_user', { title: 'by' }),
  column.text('about', describeSubject, { only: 'screen' }),
  ...column.data('user_id'),
  column.sale('sale', ({ conversion_id }) => conversion_id, { only: 'data' }),
  column.words('text', ({ body, erased_at }) => (erased_at ? 'erased with the account' : body)),
  ...column.data('erased_at'),
]

const list = defineList({
  name: 'notes list',
  title: 'Notes',
  summary: 'newest first',
  role: 'support',
  uncovers: 'numbers and addresses in the notes',
  input: {
    member: field.member('about one member and the member’s sales').optional(),
    sale: field.sale('about one sale').optional(),
    ...field.days('written'),
  },
  one: 'note',
  none: 'There are no notes.',
  starts: [see('notes add')],
  columns: NOTE_COLUMNS,
  read: async ({ sale, ...filter }, page) => listNotes({ ...(await readFilter(filter)), saleId: sale }, page),
  key: ({ id }) => id,
})

const add = defineChange({
  name: 'notes add',
  title: 'Add a note',
  summary: 'add a note about a member or a sale',
  role: 'support',
  input: {
    text: field.text('the note; one line', { most: NOTE_MAX_LENGTH, place: 'argument', private: true }),
    member: field.member('about this member').optional(),
    sale: field.sale('about the sale of this number').optional(),
  },
  relations: [excludes('member', 'sale'), atLeastOne('member', 'sale')],
  async run({ text, member, sale }, { by }, tx) {
    const subject = sale === undefined ? { userId: (await requireMember(member!, tx)).id } : { saleId: sale }
    const { note } = requireDone(await addNote(subject, text, by, tx), null, {
      'no-sale': explainNotFound(`sale ${sale}`, 'conversions list'),
      deleted: 'The account is deleted: no note can be added.',
    })
    return {
      effect: `Saves a note about ${describeSubject(note)}`,
      facts: describeRow(NOTE_COLUMNS, note),
      changed: [],
    }
  },
})

export const topic: Topic = {
  operations: [add, list],
  help: `
Notes cannot be edited; each records who wrote it. Members see the notes about them in the export of their data: write only
what you would tell them. Deleting an account erases the texts.`,
  examples: `
Examples:
  $ notes add --member 9000000001 "Asks for the ferry sale of 3 November; asked the network"
  $ notes add --sale 12 "The network confirmed it by mail"
  $ notes list --member 9000000001`,
}
