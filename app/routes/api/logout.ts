import { logout } from '~/api/accounts'
import { closeSession } from '~/domain/accounts/sessions.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { accountMessages } from '~/messages/account'

const api = serveApi(
  apiCall(logout, async ({ tokenHash }) => {
    await closeSession(tokenHash)
    return reply(200, { success: true, message: accountMessages.account.loggedOut.text })
  }),
)

export const loader = api.loader
export const action = api.action
