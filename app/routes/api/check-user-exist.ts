import { checkUserExist } from '~/api/accounts'
import { refuseAccount } from '~/api/refusals.server'
import { findContactConflict } from '~/domain/accounts/otp-proofs.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { apiMessages } from '~/messages/api'

const api = serveApi(
  apiCall(checkUserExist, async ({ body, visitor }) => {
    const conflict = await findContactConflict(body, visitor)
    if (!conflict.ok) throw refuseAccount(conflict)
    return reply(200, { success: true, message: apiMessages.api.bothFree })
  }),
)

export const loader = api.loader
export const action = api.action
