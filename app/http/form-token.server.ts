import { readDeskTokenHash } from './desk-address.server'
import { readSession } from './session.server'
import { isDeskPage } from './urls'

/** Of the session that a form belongs to: at the desk the operator's, else the member's. */
export async function findFormTokenHash(request: Request): Promise<string | null> {
  if (isDeskPage(new URL(request.url))) return readDeskTokenHash(request)
  return (await readSession(request))?.tokenHash ?? null
}
