import { sql } from 'drizzle-orm'
import { csvLine } from '~/formats/csv'
import { timeForSheets } from '~/formats/dates'
import { db } from '~/db/client.server'
import { formatPlain } from '~/formats/money'
import { describeMovement, transactionId } from './history'
import { transactionNumber } from './transaction-number.server'

const BATCH = 1000

type Row = {
  id: string
  number: string
  created_at: string
  amount_paise: string
  balance_paise: string
  kind: string
  withdrawal_status: string | null
  store: string | null
}

const HEAD = ['Transaction', 'Date (IST)', 'Status', 'Store', 'Amount (Rs.)', 'Balance (Rs.)']

export async function* writeStatement(userId: number): AsyncGenerator<string> {
  let rows = await readAfter(userId, '0')
  yield csvLine(HEAD) + rows.map(formatLine).join('')
  while (rows.length === BATCH) {
    rows = await readAfter(userId, rows.at(-1)!.id)
    if (rows.length) yield rows.map(formatLine).join('')
  }
}

/** The ledger is append-only and a wallet's transfers are ordered by id, so batches are consistent without one snapshot. */
function readAfter(userId: number, id: string): Promise<Row[]> {
  return db.execute<Row>(sql`
    SELECT m.id, ${transactionNumber} AS number, m.created_at, m.amount_paise, m.balance_paise, m.kind, w.status AS withdrawal_status, b.name AS store
      FROM (SELECT * FROM wallet_history WHERE user_id = ${userId}) m
      LEFT JOIN withdrawals w ON m.ref_type = 'withdrawal' AND w.id = m.ref_id
      LEFT JOIN adjustments j ON m.ref_type = 'adjustment' AND j.id = m.ref_id
      LEFT JOIN conversions c ON c.user_id = ${userId}
            AND c.id = CASE m.ref_type WHEN 'conversion' THEN m.ref_id ELSE j.conversion_id END
      LEFT JOIN campaigns p ON p.id = c.campaign_id
      LEFT JOIN brands b ON b.id = p.brand_id
     WHERE m.id > ${id}::bigint
     ORDER BY m.id LIMIT ${BATCH}`)
}

const formatLine = (row: Row) =>
  csvLine([
    transactionId(row.number),
    timeForSheets(new Date(row.created_at)),
    describeMovement(row.kind, row.withdrawal_status),
    row.store,
    formatPlain(BigInt(row.amount_paise)),
    formatPlain(BigInt(row.balance_paise)),
  ])
