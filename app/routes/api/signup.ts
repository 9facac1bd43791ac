import { signup } from '~/api/accounts'
import { toSession } from '~/api/answers.server'
import { refuseAccount } from '~/api/refusals.server'
import { signUpByProof } from '~/accounts/otp/otp-proofs.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { inheritFromDeparture } from '~/privacy/departures.server'

const api = serveApi(
  apiCall(signup, async ({ body: { otp_token, ...person }, visitor }) => {
    const made = await signUpByProof(
      { ...person, referred_by: person.referred_by ?? null },
      otp_token,
      visitor,
      inheritFromDeparture,
    )
    if (!made.ok) throw refuseAccount(made)
    return reply(201, await toSession(made))
  }),
)

export const loader = api.loader
export const action = api.action
