import { callProvider, ProviderFailure, requireShape } from '~/platform/outbound/call-provider.server'
import {
  MOST_BY_IMPS,
  OrderRefused,
  formatReason,
  type ProviderOrder,
  type PayoutProvider,
} from '../providers'
import { payoutShape, listShape, errorShape, eventShape, readProviderPayout } from './razorpayx-shapes'
import { digestBody, isHmac, parseBody, tryToRead } from './signed.server'

export interface RazorpayXSettings {
  base: string
  timeoutMs: number
  keyId: string
  keySecret: string
  accountNumber: string
  webhookSecret: string
}

const cleanName = (text: string, fallback: string, most: number) => {
  const name = text
    .replace(/[^A-Za-z0-9 ’_/().-]+/g, ' ')
    .trim()
    .slice(0, most)
  return name.length >= 4 ? name : fallback
}

/** Deterministic: RazorpayX accepts an idempotency key with one request body only. */
function buildBody({ reference, amount, payee, to }: ProviderOrder, accountNumber: string): string {
  const account =
    to.method === 'upi'
      ? { account_type: 'vpa', vpa: { address: to.upi } }
      : {
          account_type: 'bank_account',
          bank_account: {
            name: cleanName(to.acc_holder_name, payee, 120),
            ifsc: to.ifsc_code,
            account_number: to.acc_number,
          },
        }
  const rest = JSON.stringify({
    account_number: accountNumber,
    currency: 'INR',
    mode: to.method === 'upi' ? 'UPI' : amount <= MOST_BY_IMPS ? 'IMPS' : 'NEFT',
    purpose: 'cashback',
    fund_account: { ...account, contact: { name: payee, type: 'customer' } },
    queue_if_low_balance: true,
    reference_id: reference,
    narration: 'DealDwaar cashback',
  })
  return `{"amount":${amount},${rest.slice(1)}`
}

export function razorpayx(settings: RazorpayXSettings): PayoutProvider {
  const { base, timeoutMs, keyId, keySecret, accountNumber, webhookSecret } = settings
  const headers = {
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
    accept: 'application/json',
  }
  return {
    name: 'razorpayx',
    repeatsSafely: true,
    async send(order) {
      const answer = await callProvider(
        new URL('/v1/payouts', base),
        {
          headers: {
            ...headers,
            'content-type': 'application/json',
            'x-payout-idempotency': order.reference,
          },
          body: buildBody(order, accountNumber),
        },
        timeoutMs,
      )
      if (answer.status !== 400) return readProviderPayout(requireShape(answer, payoutShape))
      throw new OrderRefused(formatReason(errorShape.safeParse(answer.body).data?.error.description), false)
    },
    async find({ reference }, number) {
      const url = new URL('/v1/payouts', base)
      url.search = String(
        new URLSearchParams({ account_number: accountNumber, reference_id: reference, count: '10' }),
      )
      const { items } = requireShape(
        await callProvider(url, { method: 'GET', headers }, timeoutMs),
        listShape,
      )
      const ours = items.filter((item) => item.reference_id === reference)
      const known = ours.find(({ id }) => id === number)
      if (!known && ours.length > 1) throw new ProviderFailure('several payouts of one reference')
      const found = known ?? ours[0]
      return found ? readProviderPayout(found) : null
    },
    authenticate(given, body) {
      return isHmac(given.get('x-razorpay-signature'), 'hex', webhookSecret, body) ? digestBody(body) : null
    },
    readEvent(body) {
      const event = eventShape.safeParse(parseBody(body)).data
      const payout = event?.payload.payout?.entity
      return {
        kind: event?.event ?? 'unreadable',
        reference: payout?.reference_id ?? null,
        report: payout ? tryToRead(() => readProviderPayout(payout)) : null,
      }
    },
  }
}
