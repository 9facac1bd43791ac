import { signup } from '~/api/accounts'
import { toSession } from '~/api/answers.server'
import { refuseAccount } from '~/api/refusals.server'
import { signUpByProof } from '~/domain/accounts/otp-proofs.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'

const api = serveApi(
  apiCall(signup, async ({ body: { otp_token, ...person }, visitor }) => {
    const result = await signUpByProof(
      { ...person, referred_by: person.referred_by ?? null },
      otp_token,
      visitor,
      inheritFromDeparture,
    )
    if (!result.ok) throw refuseAccount(result)
    return reply(201, await toSession(result))
  }),
)

export const loader = api.loader
export const action = api.action
