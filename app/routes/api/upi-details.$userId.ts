import { findHiddenUntil } from '~/domain/accounts/payout-hold.server'
import { readUpi } from '~/api/wallet'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { findPayoutDetails } from '~/domain/wallet/destinations.server'

const api = serveApi(
  apiCall(readUpi, async ({ user }) => {
    const isHidden = (await findHiddenUntil(user.id)) !== null
    const { upi } = await findPayoutDetails(user.id)
    return reply(200, { success: true, upi: isHidden ? null : upi && upi.hint })
  }),
)

export const loader = api.loader
export const action = api.action
