import { refusal } from '~/http/respond.server'
import type { Actor } from '~/operations/actor.server'
import { recordForbidden } from '~/operations/logged-call.server'
import type { Operation } from '~/operations/operation'
import { mayDo } from '~/operations/roles'

/** For forms and files. Throws a 403, of which the log tells. */
export async function requireDeskRole(actor: Actor, operation: Operation): Promise<void> {
  if (mayDo(actor.role, operation.role)) return
  await recordForbidden(actor, operation)
  throw refusal(403, 'Forbidden')
}
