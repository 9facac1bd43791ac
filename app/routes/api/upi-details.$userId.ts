import { readUpi } from '~/api/wallet'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { findPayoutDetails } from '~/wallet/details/find-payout-details.server'

const api = serveApi(
  apiCall(readUpi, async ({ user }) => {
    const { upi } = await findPayoutDetails(user.id)
    return reply(200, { success: true, upi: upi && upi.hint })
  }),
)

export const loader = api.loader
export const action = api.action
