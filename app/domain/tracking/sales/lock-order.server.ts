import type { Tx } from '~/platform/db/client.server'
import { statement } from '~/platform/db/prepared.server'
import { referenceKey } from '~/platform/formats/reference-key'

const lockText = statement('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))')

/** Serializes reports and credits of one order number. Take this lock after that of the click, before wallets. */
export async function lockOrder(tx: Tx, orderNumber: string | null): Promise<void> {
  const key = referenceKey(orderNumber ?? '')
  if (key) await lockText(tx, [`order ${key}`])
}
