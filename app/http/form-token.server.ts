import { readDeskTokenHash } from './desk-address.server'
import { readSession } from './session.server'
import { isDeskPage } from './urls'

export async function findFormTokenHash(request: Request): Promise<string | null> {
  if (isDeskPage(new URL(request.url))) return readDeskTokenHash(request)
  return (await readSession(request))?.tokenHash ?? null
}
