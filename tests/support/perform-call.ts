import { asc, desc, eq } from 'drizzle-orm'
import type { Call } from '~/desk/call'
import type { ChangeOperation } from '~/desk/operation'
import { perform, type Confirmation } from '~/desk/perform.server'
import { db } from '~/platform/db/client.server'
import { operatorLog, operatorLogRows } from '~/platform/db/schema/operations'

/** With what the log says of it: the outcome, and that of each row, such as 'offer 5 done'. */
export async function performCall(call: Call<ChangeOperation>, confirmation: Confirmation = {}) {
  const result = await perform(call, confirmation)
  const [line] = await db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(1)
  const rows = await db
    .select()
    .from(operatorLogRows)
    .where(eq(operatorLogRows.log_id, line!.id))
    .orderBy(asc(operatorLogRows.id))
  return { result, outcome: line!.outcome, rows: rows.map(({ subject, outcome }) => `${subject} ${outcome}`) }
}
