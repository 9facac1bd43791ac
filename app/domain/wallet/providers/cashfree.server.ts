import { z } from 'zod/v4'
import { callProvider, ProviderFailure, requireShape } from '~/platform/outbound/call-provider.server'
import { parseAmount, MACHINE, TYPED, type AmountFormat } from '~/platform/formats/amounts'
import { formatPlain } from '~/platform/formats/money'
import {
  formatFailure,
  OrderRefused,
  formatReason,
  toPayeeName,
  type ProviderOrder,
  type PayoutProvider,
  type StatusReport,
} from '../providers'
import { digestBody, isHmac, parseBody, tryToRead } from './signed.server'

export interface CashfreeSettings {
  base: string
  timeoutMs: number
  clientId: string
  /** Also the key of the webhook signatures. */
  clientSecret: string
}

const AMOUNTS: AmountFormat = { ...MACHINE, digits: TYPED.digits }

const transferShape = z.object({
  transfer_id: z.string(),
  cf_transfer_id: z.coerce.string().max(100),
  status: z.string().min(1).max(100),
  status_code: z.string().max(100).nullish(),
  status_description: z.string().nullish(),
  /** Rupees. */
  transfer_amount: z.union([z.number(), z.string()]).transform(String),
  transfer_utr: z.string().max(100).nullish(),
})
const errorShape = z.object({ code: z.string().nullish(), message: z.string().nullish() })
const eventShape = z.object({ type: z.string().max(100), data: transferShape })

/** cashfree.com/docs/api-reference/payouts/v2, November 2026. SUCCESS with SENT_TO_BENEFICIARY is not credited yet. */
const PENDING = new Set(['RECEIVED', 'QUEUED', 'PENDING', 'VALIDATION_PENDING', 'APPROVAL_PENDING'])
const FAILED = new Set(['FAILED', 'REJECTED', 'MANUALLY_REJECTED'])

function readTransfer(transfer: z.output<typeof transferShape>): StatusReport {
  const { cf_transfer_id, status, status_code, status_description, transfer_utr } = transfer
  const amount = parseAmount(transfer.transfer_amount, AMOUNTS)
  if (amount === null) throw new ProviderFailure('unexpected answer')
  const code = status_code && status_code !== status ? status_code : null
  const facts = { number: cf_transfer_id, rawStatus: status, code, amount }
  if (PENDING.has(status)) return { ...facts, status: 'pending' }
  if (status === 'SUCCESS') {
    const isCredited = code === null || code === 'COMPLETED'
    return { ...facts, status: 'paid', utr: transfer_utr || null, isCredited }
  }
  const reason = formatFailure(status_description, code)
  if (status === 'REVERSED') return { ...facts, status: 'reversed', reason }
  if (FAILED.has(status)) return { ...facts, status: 'failed', reason }
  return { ...facts, status: 'unclear' }
}

/** The amount is text: a JavaScript number would be a float. */
function buildBody({ reference, amount, to }: ProviderOrder): string {
  const payee =
    to.method === 'upi'
      ? { beneficiary_name: 'DealDwaar Member', beneficiary_instrument_details: { vpa: to.upi } }
      : {
          beneficiary_name: toPayeeName(to.acc_holder_name),
          beneficiary_instrument_details: { bank_account_number: to.acc_number, bank_ifsc: to.ifsc_code },
        }
  const rest = JSON.stringify({
    transfer_id: reference,
    transfer_currency: 'INR',
    transfer_mode: to.method === 'upi' ? 'upi' : 'banktransfer',
    beneficiary_details: payee,
    transfer_remarks: 'DealDwaar cashback',
  })
  return `{"transfer_amount":${formatPlain(amount)},${rest.slice(1)}`
}

const NOT_NOW = /insufficient|balance|limit/i

export function cashfree({ base, timeoutMs, clientId, clientSecret }: CashfreeSettings): PayoutProvider {
  const headers = {
    'x-client-id': clientId,
    'x-client-secret': clientSecret,
    'x-api-version': '2024-01-01',
    accept: 'application/json',
  }
  const url = new URL('/payout/transfers', base)
  return {
    name: 'cashfree',
    repeatsSafely: false,
    async send(order) {
      const json = { ...headers, 'content-type': 'application/json' }
      const answer = await callProvider(url, { headers: json, body: buildBody(order) }, timeoutMs)
      const { status } = answer
      if (status !== 400 && status !== 409 && status !== 422)
        return readTransfer(requireShape(answer, transferShape))
      const { code, message } = errorShape.safeParse(answer.body).data ?? {}
      if (NOT_NOW.test(code ?? '')) throw new ProviderFailure('low balance', false)
      throw new OrderRefused(formatReason(message), status === 409)
    },
    async find({ reference }) {
      const about = new URL(url)
      about.search = String(new URLSearchParams({ transfer_id: reference }))
      const answer = await callProvider(about, { method: 'GET', headers }, timeoutMs)
      return answer.status === 404 ? null : readTransfer(requireShape(answer, transferShape))
    },
    authenticate(given, body) {
      const stamp = given.get('x-webhook-timestamp') ?? ''
      const signature = given.get('x-webhook-signature')
      // Only digits: the signed text has no separator between the time and the body.
      return /^\d{1,20}$/.test(stamp) && isHmac(signature, 'base64', clientSecret, stamp + body)
        ? digestBody(body)
        : null
    },
    readEvent(body) {
      const event = eventShape.safeParse(parseBody(body)).data
      return {
        kind: event?.type ?? 'unreadable',
        reference: event?.data.transfer_id ?? null,
        report: event ? tryToRead(() => readTransfer(event.data)) : null,
      }
    },
  }
}
