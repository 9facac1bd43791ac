import { sayChange } from '~/api/changes.server'
import { saveUpi } from '~/api/wallet'
import { apiCall, serveApi } from '~/api/serve.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'

const api = serveApi(
  apiCall(saveUpi, async ({ user, tokenHash, body: { upi } }) =>
    sayChange('upi', await saveUpiDetails(user.id, { upi }, { tokenHash })),
  ),
)

export const loader = api.loader
export const action = api.action
