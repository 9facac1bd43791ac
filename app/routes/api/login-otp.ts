import { loginOtp } from '~/api/accounts'
import { toSession } from '~/api/answers.server'
import { refuseAccount } from '~/api/refusals.server'
import { signInByProof } from '~/domain/accounts/otp-proofs.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(loginOtp, async ({ body, visitor }) => {
    const signedIn = await signInByProof(body.phone_number, body.otp_token, visitor)
    if (!signedIn.ok) throw refuseAccount(signedIn)
    return reply(200, await toSession(signedIn))
  }),
)

export const loader = api.loader
export const action = api.action
