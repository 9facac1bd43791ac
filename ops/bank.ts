import { commandPrefix } from './command-name'
import { Command } from 'commander'
import { and, desc, gte, lt } from 'drizzle-orm'
import { dayInIndia } from '~/formats/dates'
import { db } from '~/db/client.server'
import { bankEntries } from '~/db/schema/settlements'
import { formatGrouped, formatPlain } from '~/formats/money'
import { addListOptions, readFilter, printList, type ListOptions } from './list-options'
import { recordOtherAccount } from '~/wallet/settlement/other-account.server'
import { addReconcile } from './bank-reconcile'
import { osUser } from './operator-log'
import { formatCount, text, type Column } from './safe-text'
import { readId, RefusedCommand, print, printJson, type Answers } from './terminal'

export function bankCommands(): Command {
  const group = new Command('bank').addHelpText(
    'after',
    `
Examples:
  $ ${commandPrefix()} bank reconcile november.csv --columns "date=Txn Date,utr=Ref No,debit=Debit,credit=Credit"
  $ ${commandPrefix()} bank reconcile november.csv --fees "IMPS charges" --yes
  $ ${commandPrefix()} bank other 12 13
  $ ${commandPrefix()} bank list --from 2026-11-01`,
  )
  addReconcile(group)
  group
    .command('other')
    .description('withdrawals that were paid from another account: no statement is expected to have them')
    .argument('<withdrawal...>', 'their numbers', (typed: string, earlier: number[] | undefined) => [
      ...(earlier ?? []),
      readId(typed),
    ])
    .option('--json', 'print a JSON object')
    .action(other)
  addListOptions(
    group
      .command('list')
      .description('what bank statements confirmed, and the fees posted from them, newest first'),
    { days: 'at the bank', csv: true },
  ).action(list)
  return group
}

async function other(ids: number[], { json }: Answers): Promise<void> {
  const answer = await recordOtherAccount(ids, osUser())
  if (!answer.ok)
    throw new RefusedCommand(
      answer.reason === 'not-paid'
        ? `Not paid: ${answer.ids.join(', ')}. Nothing is noted.`
        : `A bank statement has ${answer.ids.join(', ')}: they left this account. Nothing is noted.`,
    )
  if (json) return printJson({ noted: answer.noted })
  print`${formatCount(answer.noted, 'withdrawal')} noted as paid from another account.`
}

type Row = typeof bankEntries.$inferSelect

const COLUMNS: readonly Column<Row>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'DAY', cell: ({ on_day }) => on_day },
  { head: 'KIND', cell: ({ kind }) => kind },
  { head: 'OF', cell: describeSubject },
  { head: 'AMOUNT', cell: ({ amount_paise }) => formatGrouped(amount_paise), right: true },
  { head: 'BY', cell: ({ made_by }) => made_by },
]

function describeSubject({ withdrawal_id, settlement_id }: Row): string {
  if (withdrawal_id !== null) return `withdrawal ${withdrawal_id}`
  return settlement_id === null ? '' : `settlement ${settlement_id}`
}

async function list(options: ListOptions): Promise<void> {
  const { from, before } = await readFilter(options)
  const rows = await db
    .select()
    .from(bankEntries)
    .where(
      and(
        from && gte(bankEntries.on_day, dayInIndia(from).date),
        before && lt(bankEntries.on_day, dayInIndia(before).date),
      ),
    )
    .orderBy(desc(bankEntries.on_day), desc(bankEntries.id))
    .limit(options.limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'entry',
    none: text`No statement has confirmed anything.`,
    toJson,
    fields: ['id', 'on_day', 'kind', 'withdrawal_id', 'settlement_id', 'amount', 'made_by', 'created_at'],
  })
}

const toJson = (row: Row) => ({
  id: row.id,
  on_day: row.on_day,
  kind: row.kind,
  withdrawal_id: row.withdrawal_id,
  settlement_id: row.settlement_id,
  amount: formatPlain(row.amount_paise),
  made_by: row.made_by,
  created_at: row.created_at,
})
