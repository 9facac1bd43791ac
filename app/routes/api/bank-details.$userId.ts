import { findHiddenUntil } from '~/domain/accounts/payout-hold.server'
import { sayChange } from '~/api/changes.server'
import { changeBank, readBank } from '~/api/wallet'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { findMaskedBankDetails } from '~/domain/wallet/destinations.server'
import { saveBankDetails } from '~/domain/wallet/save-destination.server'

const api = serveApi(
  apiCall(readBank, async ({ user }) => {
    const isHidden = (await findHiddenUntil(user.id)) !== null
    return reply(200, { success: true, data: isHidden ? null : await findMaskedBankDetails(user.id) })
  }),
  apiCall(changeBank, async ({ user, tokenHash, body }) =>
    sayChange('bank', await saveBankDetails(user.id, body, { tokenHash })),
  ),
)

export const loader = api.loader
export const action = api.action
