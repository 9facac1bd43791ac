import { listWithdrawals } from '~/wallet/withdrawals/list-withdrawals.server'
import type { Status } from '~/wallet/withdrawals/withdrawal-steps.server'
import { readFilter, sayList, type ListOptions } from './list-options'
import { text, lines } from './shown'
import { say } from './terminal'
import { forScripts, FIELDS } from './withdrawals-json'
import { COLUMNS, withdrawalTable } from './withdrawals-table'
import { hintsFor, obstacleWords } from './withdrawals-words'

export async function list(options: ListOptions & { status?: Status }): Promise<void> {
  const { status, limit, json, csv } = options
  const filter = { ...(status && { status }), ...(await readFilter(options)) }
  const rows = await listWithdrawals(filter, limit)
  if (json || csv || !rows.length)
    return sayList(rows, options, {
      columns: COLUMNS,
      one: 'withdrawal',
      none: text`${noMatch(filter)}`,
      forScripts,
      fields: FIELDS,
    })
  say(withdrawalTable(rows))
  if (rows.length === limit) say`Showing the newest ${limit}; increase --limit for more.`
  for (const hint of await hintsFor(rows)) say`\n${hint}`
  const kept = await obstacleWords(rows)
  if (kept.length) say`\n${lines(kept)}`
}

function noMatch({ status, ...others }: { status?: Status }): string {
  if (Object.keys(others).length) return 'No withdrawal matches.'
  return status ? `No withdrawal is ${status}.` : 'There are no withdrawals yet.'
}
