import { refuseAccount } from '~/api/refusals.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { changePassword } from '~/domain/accounts/change-password.server'
import { usersChange } from '~/api/profile'
import { accountMessages } from '~/messages/account'

const { incomplete, mismatch, done } = accountMessages.changePassword

const api = serveApi(
  apiCall(usersChange, async ({ user, tokenHash, body, visitor: { address, agent } }) => {
    const changer = { userId: user.id, tokenHash, address, agent, kind: 'bearer' as const }
    const changed = await changePassword(changer, body)
    if (changed.ok) return reply(200, { success: true, message: done.text })
    if (changed.reason === 'incomplete') throw refuseApi(400, incomplete.text, { error: changed.reason })
    if (changed.reason === 'mismatch') throw refuseApi(422, mismatch.text, { error: changed.reason })
    throw refuseAccount(changed, 'newPassword')
  }),
)

export const loader = api.loader
export const action = api.action
