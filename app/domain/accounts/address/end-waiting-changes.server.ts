import type { Tx } from '~/platform/db/client.server'
import { stopNumberChange } from '../stop-number-change.server'
import { endLinks } from './links.server'

/** Call when the password changes: pending changes were begun with the former one. */
export async function endWaitingChanges(tx: Tx, userId: number): Promise<void> {
  await endLinks(tx, userId, ['change', 'number'])
  await stopNumberChange(tx, userId, 'password')
}
