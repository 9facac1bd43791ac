import { sayChange } from '~/api/changes.server'
import { changeBank, readBank } from '~/api/wallet'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { findMaskedBankDetails } from '~/wallet/details/find-payout-details.server'
import { saveBankDetails } from '~/wallet/details/payout-details.server'

const api = serveApi(
  apiCall(readBank, async ({ user }) =>
    reply(200, { success: true, data: await findMaskedBankDetails(user.id) }),
  ),
  apiCall(changeBank, async ({ user, body }) => sayChange('bank', await saveBankDetails(user.id, body))),
)

export const loader = api.loader
export const action = api.action
