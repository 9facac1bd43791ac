import { loginOtpExists } from '~/api/accounts'
import { refuseAccount } from '~/api/refusals.server'
import { hasAccount } from '~/domain/accounts/otp-proofs.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(loginOtpExists, async ({ body, visitor }) => {
    const found = await hasAccount(body.phone_number, visitor)
    if (!found.ok) throw refuseAccount(found)
    return reply(200, { status: found.exists ? 'User exists' : 'User does not exist' })
  }),
)

export const loader = api.loader
export const action = api.action
