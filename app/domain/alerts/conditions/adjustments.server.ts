import { asc, eq } from 'drizzle-orm'
import { formatTime } from '~/platform/formats/dates'
import { db } from '~/platform/db/client.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { formatRupees } from '~/platform/formats/money'
import { MAX_FINDINGS, type Condition } from './causes'

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
