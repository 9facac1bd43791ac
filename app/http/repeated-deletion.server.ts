/**
 * A retry of an account deletion whose answer was lost. Session and account are gone by then: the retry is recognised by
 * the browser's cookie, which names the members that were signed in there, and by the owner mark in the form.
 */
import { findJustDeleted } from '~/accounts/deleted-members.server'
import { readFormData } from './body.server'
import { readDeviceMembers } from './device.server'
import { requireSameOrigin } from './guard.server'
import { formOwner } from './kept-form.server'

/** Whether this form belongs to a member of this browser whose account was deleted within the last five minutes. */
export async function hasJustDeleted(request: Request): Promise<boolean> {
  const members = readDeviceMembers(request)
  if (members.length === 0) return false
  requireSameOrigin(request)
  const keep = (await readFormData(request.clone())).get('keep')
  const gone = await findJustDeleted(members)
  return gone.some((id) => keep === `${formOwner(id)}:delete-account`)
}
