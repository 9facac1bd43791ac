import { sayChange } from '~/api/changes.server'
import { addBank } from '~/api/wallet'
import { apiCall, serveApi } from '~/api/serve.server'
import { saveBankDetails } from '~/domain/wallet/save-destination.server'

const api = serveApi(
  apiCall(addBank, async ({ user, tokenHash, body }) => {
    const { acc_number, acc_holder_name, ifsc_code, bank_name } = body
    return sayChange(
      'bank',
      await saveBankDetails(user.id, { acc_number, acc_holder_name, ifsc_code, bank_name }, { tokenHash }),
    )
  }),
)

export const loader = api.loader
export const action = api.action
