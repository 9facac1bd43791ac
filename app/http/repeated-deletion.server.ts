/** A retry of an account deletion has no session: it is recognised by the device cookie and the form's owner mark. */
import { findJustDeleted } from '~/domain/accounts/users.server'
import { readFormData } from './body.server'
import { readDeviceMembers } from './device.server'
import { requireSameOrigin } from './guard.server'
import { hashFormOwner } from './form-draft.server'

export async function hasJustDeleted(request: Request): Promise<boolean> {
  const members = readDeviceMembers(request)
  if (members.length === 0) return false
  requireSameOrigin(request)
  const keep = (await readFormData(request.clone())).get('keep')
  const gone = await findJustDeleted(members)
  return gone.some((id) => keep === `${hashFormOwner(id)}:delete-account`)
}
