import { sendOtp } from '~/api/accounts'
import { refuseAccount } from '~/api/refusals.server'
import { sendProofCode } from '~/domain/accounts/otp-proofs.server'
import { env } from '~/platform/config/env.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(sendOtp, async ({ body, visitor }) => {
    const { phone_number: phone, purpose } = body
    const result = await sendProofCode({ phone, purpose }, visitor)
    if (!result.ok) throw refuseAccount(result)
    return reply(200, {
      success: true,
      status: 'SUCCESS',
      challenge: result.challenge,
      demo_code: env().demo ? result.demoCode : null,
    })
  }),
)

export const loader = api.loader
export const action = api.action
