import { asc, eq } from 'drizzle-orm'
import { formatTime } from '~/formats/dates'
import { db } from '~/db/client.server'
import { adjustments } from '~/db/schema/ledger'
import { formatRupees } from '~/formats/money'
import type { Condition } from '../causes'

/** Each finding opens an alert; above this limit only the oldest do. */
const MAX_FINDINGS = 20

export const adjustmentCondition: Condition = {
  name: 'waiting adjustments',
  causes: ['adjustment-waiting'],
  async find() {
    const rows = await db
      .select()
      .from(adjustments)
      .where(eq(adjustments.state, 'waiting'))
      .orderBy(asc(adjustments.id))
      .limit(MAX_FINDINGS)
    return rows.map(({ id, kind, amount_paise, created_at }) => ({
      cause: 'adjustment-waiting',
      subject: `adjustment ${id}`,
      detail: `${kind} of ${formatRupees(amount_paise)}, waiting since ${formatTime(created_at)}.`,
    }))
  },
}
