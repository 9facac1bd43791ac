import { listWithdrawals } from '~/wallet/withdrawals/list-withdrawals.server'
import type { Status } from '~/wallet/withdrawals/withdrawal-steps.server'
import { readFilter, printList, type ListOptions } from './list-options'
import { text, lines } from './safe-text'
import { print } from './terminal'
import { toJson, FIELDS } from './withdrawals-json'
import { COLUMNS, withdrawalTable } from './withdrawals-table'
import { listHints, describeBlockers } from './withdrawals-text'

export async function list(options: ListOptions & { status?: Status }): Promise<void> {
  const { status, limit, json, csv } = options
  const filter = { ...(status && { status }), ...(await readFilter(options)) }
  const rows = await listWithdrawals(filter, limit)
  if (json || csv || !rows.length)
    return printList(rows, options, {
      columns: COLUMNS,
      one: 'withdrawal',
      none: text`${noMatch(filter)}`,
      toJson,
      fields: FIELDS,
    })
  print(withdrawalTable(rows))
  if (rows.length === limit) print`Showing the newest ${limit}; increase --limit for more.`
  for (const hint of await listHints(rows)) print`\n${hint}`
  const blockers = await describeBlockers(rows)
  if (blockers.length) print`\n${lines(blockers)}`
}

function noMatch({ status, ...others }: { status?: Status }): string {
  if (Object.keys(others).length) return 'No withdrawal matches.'
  return status ? `No withdrawal is ${status}.` : 'There are no withdrawals yet.'
}
