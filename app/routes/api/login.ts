import { login } from '~/api/accounts'
import { toSession } from '~/api/answers.server'
import { refuseAccount } from '~/api/refusals.server'
import { signIn } from '~/domain/accounts/sign-in.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(login, async ({ body, visitor }) => {
    const signedIn = await signIn({ ...body, rememberMe: true }, visitor)
    if (!signedIn.ok) throw refuseAccount(signedIn)
    return reply(200, await toSession(signedIn))
  }),
)

export const loader = api.loader
export const action = api.action
