import { acceptRow, listAcceptances, type Acceptance } from '~/domain/books/audit.server'
import { noteChange } from './changed'
import { describeColumns, describeRow, describeRows } from './columns'
import { defineChange, defineReport } from './define'
import * as field from './fields'
import type { Topic } from './operation'
import { RefusalError } from './refusal'

const column = describeColumns<Acceptance>()
const COLUMNS = [
  column.id('id', { isAssigned: true }),
  column.text('row', ({ table_name, row_id }) => `${table_name} ${row_id}`),
  column.text('reason'),
  column.text('accepted_by', { title: 'by' }),
  column.time('created_at', { title: 'accepted' }),
]

const accepted = defineReport({
  name: 'audit accepted',
  title: 'Accepted changes',
  summary: 'changes by SQL that an owner vouches for, newest first',
  role: 'finance',
  read: async () => ({
    title: 'Changes by SQL that were accepted',
    tables: [describeRows('accepted', COLUMNS, await listAcceptances(), { one: 'change', most: 200 })],
  }),
})

const accept = defineChange({
  name: 'audit accept',
  title: 'Accept a change by SQL',
  summary: 'vouch for a row that was repaired by SQL; it stays listed as accepted',
  role: 'owner',
  needsSecondPerson: () => true,
  confirm: 'ask',
  input: {
    row: field.text('the row as the audit names it, such as "users 1004"; all: every one up to now', {
      place: 'argument',
    }),
    reason: field.text('what was repaired, and why'),
  },
  async run({ row, reason }, { by }, tx) {
    const answer = await acceptRow(row, { reason, by }, tx)
    if (!answer.ok)
      throw new RefusalError(`There is no row ${row}: copy it from the example of the audit.`, 'row')
    return {
      effect:
        row === 'all'
          ? 'Accepts every change up to now that the application did not seal'
          : `Accepts ${row} as it is now${answer.isThere ? '' : ': deleted'}; the audit does not name its changes up to now`,
      facts: describeRow(COLUMNS, answer.accepted),
      changed: [noteChange(row, 'changes by SQL', 'named', 'accepted')],
    }
  },
})

export const topic: Topic = {
  operations: [accepted, accept],
  help: `
Two persons vouch for a repair by SQL; the audit then takes the row as it is.`,
  examples: `
Examples:
  $ audit accept "users 1004" --reason "Number corrected at the owner's desk, with the passport"
  $ audit accept all --reason "Release 0.1.0 ran from 10 to 11 o'clock, after a rollback"
  $ audit accepted`,
}
