/**
 * The deletion of an account that is sent again, because its answer was lost. The session is gone by then, and so is all
 * that the account was entered with; what is left is the browser's cookie, which names the members that were signed in
 * there, and the mark of its owner that the form bears.
 */
import { findJustDeleted } from '~/accounts/deleted-members.server'
import { readFormData } from './body.server'
import { readDeviceMembers } from './device.server'
import { requireSameOrigin } from './guard.server'
import { formOwner } from './kept-form.server'

/** Whether this form deleted the account of a member of this browser within the last five minutes. */
export async function hasJustDeleted(request: Request): Promise<boolean> {
  const members = readDeviceMembers(request)
  if (members.length === 0) return false
  requireSameOrigin(request)
  const keep = (await readFormData(request.clone())).get('keep')
  const gone = await findJustDeleted(members)
  return gone.some((id) => keep === `${formOwner(id)}:delete-account`)
}
