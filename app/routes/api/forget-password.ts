import { forgetPassword } from '~/api/accounts'
import { refuseAccount } from '~/api/refusals.server'
import { resetByProof } from '~/domain/accounts/otp-proofs.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { accountMessages } from '~/messages/account'

const api = serveApi(
  apiCall(forgetPassword, async ({ body, visitor }) => {
    const reset = await resetByProof(body.phone_number, body.new_password, body.otp_token, visitor)
    if (!reset.ok) throw refuseAccount(reset, 'new_password')
    return reply(200, { success: true, message: accountMessages.reset.done.text })
  }),
)

export const loader = api.loader
export const action = api.action
