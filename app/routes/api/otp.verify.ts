import { verifyOtp } from '~/api/accounts'
import { refuseAccount } from '~/api/refusals.server'
import { verifyProofCode } from '~/domain/accounts/otp-proofs.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(verifyOtp, async ({ body, visitor }) => {
    const { phone_number: phone, purpose, challenge, otp } = body
    const verified = await verifyProofCode({ phone, purpose, challenge }, otp, visitor)
    if (!verified.ok) throw refuseAccount(verified)
    return reply(200, { success: true, otp_token: verified.proof })
  }),
)

export const loader = api.loader
export const action = api.action
