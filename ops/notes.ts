import { commandPrefix } from './command-name'
import { Command } from 'commander'
import { formatTime } from '~/formats/dates'
import { addNote, listNotes, NOTE_MAX_LENGTH, type Note } from '~/support/notes.server'
import { listCommand, readFilter, printList, type ListOptions } from './list-options'
import { memberOption, requireMember } from './members'
import { osUser } from './operator-log'
import { table, text, type Column, type SafeText } from './safe-text'
import { readId, RefusedCommand, print, printJson, textUpTo, UsageError, type Answers } from './terminal'

export function noteCommands(): Command {
  const group = new Command('notes').addHelpText(
    'after',
    `
Notes cannot be edited; each records your user account on this machine. Members see the notes about them in the export of their
data: write only what you would tell them. Deleting an account erases the texts.

Examples:
  $ ${commandPrefix()} notes add --member 9000000001 "Asks for the ferry sale of 3 November; asked the network"
  $ ${commandPrefix()} notes add --sale 12 "The network confirmed it by mail"
  $ ${commandPrefix()} notes list --member 9000000001`,
  )
  group
    .command('add')
    .description('add a note about a member or a sale')
    .argument('<text>', 'the note; one line', textUpTo(NOTE_MAX_LENGTH))
    .addOption(memberOption('about this member').conflicts('sale'))
    .option('--sale <id>', 'about this sale, by its number in `conversions list`', readId)
    .option('--json', 'print a JSON object')
    .action(add)
  listCommand(group, { member: 'about one member and the member’s sales', days: 'written', csv: true })
    .option('--sale <id>', 'about one sale', readId)
    .action(list)
  return group
}

interface About {
  member?: string
  sale?: number
}

async function add(note: string, { member, sale, json }: About & Answers): Promise<void> {
  if (member === undefined && sale === undefined) throw new UsageError('Use --member or --sale')
  const subject = sale === undefined ? { userId: (await requireMember(member!)).id } : { saleId: sale }
  const added = await addNote(subject, note, osUser())
  if (!added.ok)
    throw new RefusedCommand(
      added.reason === 'no-sale'
        ? `There is no sale ${sale}. \`conversions list\` shows them.`
        : 'The account is deleted: no note can be added.',
    )
  if (json) return printJson(toJson(added.note))
  print`Note ${added.note.id} about ${describeSubject(added.note)} is saved.`
}

const describeSubject = ({ user_id, conversion_id }: Note) =>
  user_id === null ? `sale ${conversion_id}` : `member ${user_id}`

const COLUMNS: readonly Column<Note>[] = [
  { head: 'NOTE', cell: ({ id }) => String(id), right: true },
  { head: 'WHEN', cell: ({ created_at }) => formatTime(created_at) },
  { head: 'BY', cell: ({ os_user }) => os_user },
  { head: 'ABOUT', cell: describeSubject },
  { head: 'TEXT', cell: ({ body, erased_at }) => (erased_at ? 'erased with the account' : body) },
]

export const noteTable = (rows: readonly Note[]): SafeText => table(rows, COLUMNS)

async function list(options: ListOptions & { sale?: number }): Promise<void> {
  const { sale, limit } = options
  const filter = await readFilter(options)
  const rows = await listNotes({ ...filter, ...(sale !== undefined && { saleId: sale }) }, limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'note',
    none: text`There are no notes.`,
    toJson,
    fields: ['id', 'created_at', 'os_user', 'user_id', 'sale', 'text', 'erased_at'],
  })
}

export const toJson = (note: Note) => ({
  id: note.id,
  created_at: note.created_at,
  os_user: note.os_user,
  user_id: note.user_id,
  sale: note.conversion_id,
  text: note.body,
  erased_at: note.erased_at,
})
