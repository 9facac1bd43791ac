import { withdrawalKey } from '~/api/idempotency.server'
import { toRupees } from '~/api/answers.server'
import { withdraw } from '~/api/wallet'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { midnightInIndia } from '~/platform/formats/dates'
import { moneyMessages } from '~/messages/money'
import { readWallet } from '~/domain/wallet/sums.server'
import {
  formatWithdrawalRefusal,
  readWithdrawalAmount,
  type WithdrawalRefusal,
} from '~/domain/wallet/withdrawals'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'money' } satisfies RouteHandle

/** Answered with 422: these are faults of the request, not of the wallet. */
const UNUSABLE = new Set<WithdrawalRefusal['reason']>(['invalid-amount', 'below-minimum', 'key-reused'])

const api = serveApi(
  apiCall(withdraw, async ({ user, body, request }) => {
    const request_key = withdrawalKey(user.id, request.headers.get('Idempotency-Key'))
    const amount = readWithdrawalAmount(body.amount)
    const result = await requestWithdrawal(user.id, { amount, method: body.type, request_key })
    if (!result.ok) {
      const { text } = formatWithdrawalRefusal(result)
      if (result.reason === 'too-many-today') {
        const minutes = Math.ceil((midnightInIndia(new Date()).getTime() - Date.now()) / 60_000)
        throw refuseApi(429, text, { error: result.reason, minutes })
      }
      throw refuseApi(UNUSABLE.has(result.reason) ? 422 : 409, text, { error: result.reason })
    }
    const wallet = await readWallet(user.id)
    return reply(201, {
      success: true,
      message: moneyMessages.withdrawal.done.title,
      withdrawal_id: result.withdrawal.id,
      status: result.withdrawal.status,
      updatedBalance: toRupees(wallet.available),
    })
  }),
)

export const loader = api.loader
export const action = api.action
