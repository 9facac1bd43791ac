import type { Tx } from '~/db/client.server'
import { statement } from '~/db/prepared.server'
import { referenceKey } from '~/wallet/reference-key'

const lockText = statement('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))')

/**
 * Serializes what is reported and credited of one order, whatever its visit, member and spelling. Take it after the lock
 * of the click and before those of wallets.
 */
export async function lockOrder(tx: Tx, orderNumber: string | null): Promise<void> {
  const key = referenceKey(orderNumber ?? '')
  if (key) await lockText(tx, [`order ${key}`])
}
