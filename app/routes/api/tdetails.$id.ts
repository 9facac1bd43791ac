import { toList, toTransaction } from '~/api/answers.server'
import { transactions } from '~/api/wallet'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { listWalletHistory } from '~/domain/wallet/history.server'

const api = serveApi(
  apiCall(transactions, async ({ user, slice }) =>
    reply(200, toList(await listWalletHistory(user.id, slice), slice, toTransaction)),
  ),
)

export const loader = api.loader
export const action = api.action
