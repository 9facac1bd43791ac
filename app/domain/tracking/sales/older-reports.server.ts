import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { prepared } from '~/platform/db/prepared.server'
import { postbackInbox, unsettled } from '~/platform/db/schema/postback-inbox'
import type { InboxRow } from '../inbox-row.server'
import { listSaleIds } from './reported-sales.server'
import type { ParsedReport } from '../reports'

/** Bounds the work for a network that keeps repeating a quarantined report. */
const MOST_OLDER = 200

const selectOlder = prepared((reader) =>
  reader
    .select()
    .from(postbackInbox)
    .where(
      and(
        eq(postbackInbox.network, sql.placeholder('network')),
        lt(postbackInbox.id, sql.placeholder('id')),
        unsettled(postbackInbox),
        or(
          sql`${postbackInbox.click_id} = ANY(${sql.placeholder('clicks')}::text[])`,
          sql`${postbackInbox.external_id} = ANY(${sql.placeholder('ids')}::text[])`,
        ),
      ),
    )
    .orderBy(desc(postbackInbox.id))
    .limit(MOST_OLDER)
    .for('update'),
)

/** Oldest first. Includes rows that share a click or an id, because they affect the verdict. */
export async function lockOlder(tx: Tx, row: InboxRow, read: ParsedReport): Promise<InboxRow[]> {
  if ('quarantined' in read) return []
  const { id, network } = row
  const clicks = new Set([read.clickId])
  const ids = new Set(listSaleIds(read))
  for (let known = 0; ;) {
    const rows = await selectOlder(tx, { id, network, clicks: [...clicks], ids: [...ids] })
    if (rows.length === known) return rows.toReversed()
    known = rows.length
    for (const { click_id, external_id } of rows) {
      if (click_id !== null) clicks.add(click_id)
      if (external_id !== null) ids.add(external_id)
    }
  }
}
