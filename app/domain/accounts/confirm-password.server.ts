import { z } from 'zod/v4'
import { done, type Done } from '~/platform/outcome'
import * as fields from './fields.server'
import { identifySessionSubject } from './known-browser.server'
import { checkOwnPassword, type OwnPasswordRefusal } from './own-password.server'
import { confirmSession } from './sessions.server'

export const confirmSchema = z.object({ password: fields.password })

interface Confirmer {
  userId: number
  tokenHash: string
  address: string
}

/** Allows changes of payout details in this session for 15 minutes. */
export async function confirmPassword(
  { userId, tokenHash, address }: Confirmer,
  { password }: z.output<typeof confirmSchema>,
): Promise<Done | OwnPasswordRefusal> {
  const own = await checkOwnPassword(userId, password, identifySessionSubject(address, tokenHash))
  if (!own.ok) return own
  await confirmSession(tokenHash)
  return done()
}
