// Fakes of the payout providers according to their documentation. Undocumented requests get 400 or 404 and are recorded
// in `refusals`. Webhooks are signed by openssl, not by our code.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod/v4'

/** Outcome of the next request that would create a payout. */
export type Manner =
  /** Accepted, and not yet settled. */
  | 'pending'
  | 'paid'
  | 'failed'
  /** Waits for the balance; paid later. */
  | 'queued'
  | 'refused'
  /** Created, but the response is lost. */
  | 'silent'
  /** Not created, and no response. */
  | 'deaf'
  /** Created, with response 500. */
  | 'broken'
  /** Not created, with response 503. */
  | 'down'

export interface Payout {
  reference: string
  number: string
  paise: bigint
  state: 'pending' | 'queued' | 'paid' | 'failed' | 'reversed'
  utr: string | null
  reason: string | null
}

export interface Webhook {
  headers: Record<string, string>
  body: string
}

export interface Bank {
  name: 'razorpayx' | 'cashfree'
  env: Record<string, string>
  payouts: Map<string, Payout>
  /** All states of a payout by reference, oldest first. */
  history: Map<string, Payout[]>
  /** 'POST withdrawal-7', 'GET withdrawal-7', in order. */
  calls: string[]
  refusals: string[]
  manners: Manner[]
  /** By reference; takes precedence over `manners`. */
  plans: Map<string, Manner>
  /** How often a payout of this reference was requested. */
  countSends(reference: string): number
  /** Called before a request is read and after it was processed; a promise is awaited. */
  before?: ((call: string) => unknown) | undefined
  after?: ((call: string) => unknown) | undefined
  settle(reference: string, state: Payout['state'], facts?: { utr?: string | null; reason?: string }): void
  /** The webhook of the current state, with a new id each time; with `place` (index in the history) always the same. */
  webhook(reference: string, place?: number): Webhook
  forget(): void
  unref(): void
  close(): Promise<void>
}

const PLAIN_HEADERS =
  `host connection accept accept-encoding accept-language user-agent sec-fetch-mode content-length
  content-type transfer-encoding`.split(/\s+/)

class Undocumented extends Error {}
class Answered extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {
    super(String(status))
  }
}

const SECRET = 'a webhook secret of the tests'

export const opensslHmac = (secret: string, text: string, encoding: 'hex' | 'base64') => {
  const raw = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-binary'], { input: text })
  return encoding === 'hex'
    ? raw.toString('hex')
    : execFileSync('openssl', ['base64', '-A'], { input: raw }).toString('ascii')
}

interface Dialect {
  name: Bank['name']
  headers: string[]
  authenticate(request: IncomingMessage): void
  path: string
  env(base: string): Record<string, string>
  readCreate(body: string, request: IncomingMessage): { reference: string; paise: bigint }
  readAsk(query: URLSearchParams): string
  show(payout: Payout): object
  found(payout: Payout | undefined): object
  again(payout: Payout, isSameBody: boolean): object
  refused: Answered
  webhook(payout: Payout, serial: number): Webhook
}

let serial = 0

async function start(dialect: Dialect): Promise<Bank> {
  const bodies = new Map<string, string>()
  const sockets = new Set<ServerResponse>()
  const reports = new Map<string, Webhook>()
  const remember = (payout: Payout) =>
    bank.history.set(payout.reference, [...(bank.history.get(payout.reference) ?? []), { ...payout }])
  const bank: Bank = {
    name: dialect.name,
    env: {},
    payouts: new Map(),
    history: new Map(),
    calls: [],
    refusals: [],
    manners: [],
    plans: new Map(),
    countSends: (reference) => bank.calls.filter((call) => call === `POST ${reference}`).length,
    settle(reference, state, { utr, reason } = {}) {
      const payout = bank.payouts.get(reference)!
      payout.state = state
      if (state === 'paid') payout.utr = utr === undefined ? `UTR${payout.number}` : utr
      if (reason) payout.reason = reason
      remember(payout)
    },
    webhook(reference, place) {
      if (place === undefined) return dialect.webhook(bank.payouts.get(reference)!, ++serial)
      const known = `${reference} ${place}`
      if (!reports.has(known))
        reports.set(known, dialect.webhook(bank.history.get(reference)![place]!, ++serial))
      return reports.get(known)!
    },
    forget() {
      for (const kept of [bodies, bank.payouts, bank.history, bank.plans, reports]) kept.clear()
      for (const list of [bank.calls, bank.refusals, bank.manners]) list.length = 0
    },
    unref: () => server.unref(),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function make(reference: string, paise: bigint, manner: Manner): Payout {
    const state =
      manner === 'queued' ? 'queued' : manner === 'paid' ? 'paid' : manner === 'failed' ? 'failed' : 'pending'
    const number = `${dialect.name === 'razorpayx' ? 'pout_' : ''}${100_000 + ++serial}`
    const payout: Payout = { reference, number, paise, state, utr: null, reason: null }
    bank.payouts.set(reference, payout)
    if (state === 'paid') payout.utr = `UTR${number}`
    if (state === 'failed') payout.reason = 'The account is closed'
    remember(payout)
    return payout
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<object | 'nothing'> {
    const url = new URL(request.url!, 'http://bank')
    let body = ''
    for await (const part of request) body += String(part)
    if (url.pathname !== dialect.path) throw new Undocumented(`path ${url.pathname}`)
    for (const name of Object.keys(request.headers))
      if (!PLAIN_HEADERS.includes(name) && !dialect.headers.includes(name))
        throw new Undocumented(`header ${name}`)
    dialect.authenticate(request)
    if (request.method === 'GET') {
      const reference = dialect.readAsk(url.searchParams)
      await bank.before?.(`GET ${reference}`)
      bank.calls.push(`GET ${reference}`)
      const found = dialect.found(bank.payouts.get(reference))
      await bank.after?.(`GET ${reference}`)
      return found
    }
    if (request.method !== 'POST') throw new Undocumented(`method ${request.method}`)
    const { reference, paise } = dialect.readCreate(body, request)
    await bank.before?.(`POST ${reference}`)
    bank.calls.push(`POST ${reference}`)
    const earlier = bank.payouts.get(reference)
    if (earlier) return dialect.again(earlier, bodies.get(reference) === body)
    const manner = bank.plans.get(reference) ?? bank.manners.shift() ?? 'pending'
    if (manner === 'refused') throw dialect.refused
    if (manner === 'down') throw new Answered(503, { message: 'try later' })
    if (manner === 'deaf') return 'nothing'
    bodies.set(reference, body)
    const payout = make(reference, paise, manner)
    await bank.after?.(`POST ${reference}`)
    if (manner === 'broken') throw new Answered(500, { message: 'internal' })
    if (manner === 'silent') return 'nothing'
    void response
    return dialect.show(payout)
  }

  const server = http.createServer((request, response) => {
    sockets.add(response)
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    answer(request, response).then(
      (body) => body === 'nothing' || send(200, body),
      (error: unknown) => {
        if (error instanceof Answered) return send(error.status, error.body)
        bank.refusals.push(error instanceof Error ? error.message : String(error))
        return send(error instanceof Undocumented && error.message.startsWith('path') ? 404 : 400, {
          error: { description: 'not as documented' },
        })
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bank.env = dialect.env(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return bank
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new Undocumented(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    )
  return parsed.data
}

const payee = z
  .string()
  .min(3)
  .max(50)
  .regex(/^[A-Za-z0-9 ’_/().-]+$/)

const razorpayCreate = z
  .strictObject({
    account_number: z.literal('7878780080316316'),
    amount: z.int().min(100),
    currency: z.literal('INR'),
    mode: z.enum(['UPI', 'IMPS', 'NEFT', 'RTGS']),
    purpose: z.enum(['refund', 'cashback', 'payout', 'salary', 'utility bill', 'vendor bill']),
    fund_account: z.discriminatedUnion('account_type', [
      z.strictObject({
        account_type: z.literal('vpa'),
        vpa: z.strictObject({ address: z.string().regex(/^[^@\s]+@[^@\s]+$/) }),
        contact: z.strictObject({ name: payee, type: z.enum(['vendor', 'customer', 'employee', 'self']) }),
      }),
      z.strictObject({
        account_type: z.literal('bank_account'),
        bank_account: z.strictObject({
          name: z
            .string()
            .min(4)
            .max(120)
            .regex(/^[A-Za-z0-9 ’_/().-]+$/),
          ifsc: z.string().length(11),
          account_number: z.string().regex(/^[A-Za-z0-9]{5,35}$/),
        }),
        contact: z.strictObject({ name: payee, type: z.enum(['vendor', 'customer', 'employee', 'self']) }),
      }),
    ]),
    queue_if_low_balance: z.boolean().optional(),
    reference_id: z.string().min(1).max(40),
    narration: z
      .string()
      .regex(/^[A-Za-z0-9 ]{1,30}$/)
      .optional(),
  })
  .refine((v) => (v.mode === 'UPI') === (v.fund_account.account_type === 'vpa'), 'mode and account differ')

const RAZORPAY_WORDS = {
  pending: 'processing',
  queued: 'queued',
  paid: 'processed',
  failed: 'failed',
  reversed: 'reversed',
}
const RAZORPAY_EVENTS = {
  pending: 'initiated',
  queued: 'queued',
  paid: 'processed',
  failed: 'failed',
  reversed: 'reversed',
}

const razorpayEntity = ({ reference, number, paise, state, utr, reason }: Payout) => ({
  id: number,
  entity: 'payout',
  fund_account_id: 'fa_00000000000001',
  amount: Number(paise),
  currency: 'INR',
  notes: [],
  fees: 0,
  tax: 0,
  status: RAZORPAY_WORDS[state],
  purpose: 'cashback',
  utr,
  mode: 'UPI',
  reference_id: reference,
  narration: 'DealDwaar cashback',
  batch_id: null,
  status_details:
    state === 'queued'
      ? { description: 'There is insufficient balance', source: 'business', reason: 'low_balance' }
      : reason
        ? { description: reason, source: 'beneficiary_bank', reason: 'bank_account_closed' }
        : null,
  created_at: 1545383037,
  fee_type: '',
})

const KEY = 'rzp_test_key'
const KEY_SECRET = 'rzp_test_secret'

export async function startBanks(into: object): Promise<{ razorpayx: Bank; cashfree: Bank }> {
  const banks = { razorpayx: await startRazorpayX(), cashfree: await startCashfree() }
  Object.assign(into, banks.razorpayx.env, banks.cashfree.env)
  return banks
}

/** https://razorpay.com/docs/api/x/payout-composite/ */
export const startRazorpayX = () =>
  start({
    name: 'razorpayx',
    headers: ['authorization', 'x-payout-idempotency'],
    path: '/v1/payouts',
    env: (base) => ({
      RAZORPAYX_BASE_URL: base,
      RAZORPAYX_KEY_ID: KEY,
      RAZORPAYX_KEY_SECRET: KEY_SECRET,
      RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
      RAZORPAYX_WEBHOOK_SECRET: SECRET,
    }),
    authenticate(request) {
      const expected = `Basic ${Buffer.from(`${KEY}:${KEY_SECRET}`).toString('base64')}`
      if (request.headers.authorization !== expected)
        throw new Answered(401, {
          error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
        })
    },
    readCreate(body, request) {
      const key = String(request.headers['x-payout-idempotency'] ?? '')
      if (!/^[A-Za-z0-9_ -]{4,36}$/.test(key)) throw new Undocumented('idempotency key')
      const order = parse(razorpayCreate, JSON.parse(body))
      if (order.reference_id !== key) throw new Undocumented('another key than reference')
      return { reference: order.reference_id, paise: BigInt(order.amount) }
    },
    readAsk(query) {
      const allowed = z.strictObject({
        account_number: z.literal('7878780080316316'),
        reference_id: z.string().max(40),
        count: z
          .string()
          .regex(/^\d{1,3}$/)
          .optional(),
      })
      return parse(allowed, Object.fromEntries(query)).reference_id
    },
    show: razorpayEntity,
    found: (payout) => ({
      entity: 'collection',
      count: payout ? 1 : 0,
      items: payout ? [razorpayEntity(payout)] : [],
    }),
    again(payout, isSameBody) {
      if (isSameBody) return razorpayEntity(payout)
      throw new Answered(400, {
        error: { code: 'BAD_REQUEST_ERROR', description: 'Different request body sent for the same key' },
      })
    },
    refused: new Answered(400, {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'Invalid VPA. Please enter a valid VPA.',
        source: 'business',
      },
    }),
    webhook(payout, at) {
      const body = JSON.stringify({
        entity: 'event',
        account_id: 'acc_00000000000001',
        event: `payout.${RAZORPAY_EVENTS[payout.state]}`,
        contains: ['payout'],
        payload: { payout: { entity: razorpayEntity(payout) } },
        created_at: 1580808301 + at,
      })
      const signature = opensslHmac(SECRET, body, 'hex')
      return { headers: { 'X-Razorpay-Signature': signature, 'X-Razorpay-Event-Id': `event-${at}` }, body }
    },
  })

const cashfreeName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z ]+$/)

const cashfreeCreate = z
  .strictObject({
    transfer_id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
    transfer_amount: z.number().min(1),
    transfer_currency: z.literal('INR').optional(),
    transfer_mode: z.enum(['banktransfer', 'imps', 'neft', 'rtgs', 'upi']).optional(),
    beneficiary_details: z.strictObject({
      beneficiary_name: cashfreeName,
      beneficiary_instrument_details: z.union([
        z.strictObject({ vpa: z.string().regex(/^[^@\s]+@[^@\s]+$/) }),
        z.strictObject({
          bank_account_number: z.string().regex(/^[A-Za-z0-9]{4,25}$/),
          bank_ifsc: z.string().length(11),
        }),
      ]),
    }),
    transfer_remarks: z
      .string()
      .regex(/^[A-Za-z0-9 ]{1,70}$/)
      .optional(),
  })
  .refine(
    (v) => (v.transfer_mode === 'upi') === 'vpa' in v.beneficiary_details.beneficiary_instrument_details,
    'mode and instrument differ',
  )

const CASHFREE_WORDS = {
  pending: 'RECEIVED',
  queued: 'PENDING',
  paid: 'SUCCESS',
  failed: 'FAILED',
  reversed: 'REVERSED',
}

const cashfreeTransfer = ({ reference, number, paise, state, utr, reason }: Payout) => ({
  transfer_id: reference,
  cf_transfer_id: number,
  status: CASHFREE_WORDS[state],
  status_code: state === 'paid' ? 'COMPLETED' : CASHFREE_WORDS[state],
  status_description: reason ?? 'The transfer is as its status says.',
  beneficiary_details: { beneficiary_id: 'B1' },
  transfer_amount: Number(paise) / 100,
  transfer_mode: 'UPI',
  fundsource_id: 'CASHFREE_1',
  ...(utr !== null && { transfer_utr: utr }),
  added_on: '2021-11-24T13:39:25Z',
  updated_on: '2021-11-24T13:40:27Z',
})

const CLIENT = 'cf_test_client'
const CLIENT_SECRET = 'cf_test_client_secret'

/** https://www.cashfree.com/docs/api-reference/payouts/v2/ */
export const startCashfree = () =>
  start({
    name: 'cashfree',
    headers: ['x-client-id', 'x-client-secret', 'x-api-version'],
    path: '/payout/transfers',
    env: (base) => ({
      CASHFREE_BASE_URL: base,
      CASHFREE_CLIENT_ID: CLIENT,
      CASHFREE_CLIENT_SECRET: CLIENT_SECRET,
    }),
    authenticate({ headers }) {
      if (headers['x-client-id'] !== CLIENT || headers['x-client-secret'] !== CLIENT_SECRET)
        throw new Answered(401, {
          type: 'authentication_error',
          code: 'authentication_failed',
          message: 'no',
        })
      if (headers['x-api-version'] !== '2024-01-01') throw new Undocumented('version')
    },
    readCreate(body) {
      const order = parse(cashfreeCreate, JSON.parse(body))
      const text = /"transfer_amount":(\d+\.\d\d)[,}]/.exec(body)
      if (!text) throw new Undocumented('an amount of two decimals')
      return { reference: order.transfer_id, paise: BigInt(text[1]!.replace('.', '')) }
    },
    readAsk: (query) =>
      parse(z.strictObject({ transfer_id: z.string().max(40) }), Object.fromEntries(query)).transfer_id,
    show: cashfreeTransfer,
    found(payout) {
      if (payout) return cashfreeTransfer(payout)
      throw new Answered(404, {
        type: 'invalid_request_error',
        code: 'transfer_id_not_found',
        message: 'transfer_id is invalid or does not exist',
      })
    },
    again() {
      throw new Answered(409, {
        type: 'invalid_request_error',
        code: 'transfer_id_already_exists',
        message: 'transfer_id already exists',
      })
    },
    refused: new Answered(422, {
      type: 'invalid_request_error',
      code: 'invalid_vpa',
      message: 'Invalid VPA. Please enter a valid VPA.',
    }),
    webhook(payout, at) {
      const body = JSON.stringify({
        data: cashfreeTransfer(payout),
        event_time: new Date(1721000000000 + at * 1000).toISOString().slice(0, 19),
        type: `TRANSFER_${payout.state === 'paid' ? 'SUCCESS' : CASHFREE_WORDS[payout.state]}`,
      })
      const stamp = String(1721000000000 + at * 1000)
      const signature = opensslHmac(CLIENT_SECRET, stamp + body, 'base64')
      return { headers: { 'x-webhook-signature': signature, 'x-webhook-timestamp': stamp }, body }
    },
  })
