// Fakes of the OTP providers according to their documentation. Undocumented requests get 400 or 404 and are recorded in
// `refused`.
import { randomBytes, randomInt } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Failure of the next responses, which are sent without reading the request unless `acting`. */
export type Trouble =
  | { status: number; body?: string }
  | { body: string }
  | { redirect: string }
  | { silent: true }
  | { endless: true }
  | { reset: true }

export interface FakeProvider {
  name: 'msg91' | 'twilio' | 'otpless'
  base: string
  env: Record<string, string>
  codeOf(phone: string): string
  sentTo(phone: string): number
  trouble: Trouble | null
  refused: string[]
  asked: string[]
  close(): Promise<void>
}

interface Question {
  path: string
  headers: http.IncomingHttpHeaders
  fields: Record<string, unknown>
}
type Reply = { status?: number; body: object }
type Api = Record<string, { headers: string[]; fields: string[]; answer(question: Question): Reply }>

const PLAIN =
  'host connection accept accept-language accept-encoding user-agent content-type content-length sec-fetch-mode'

const newCode = () => String(randomInt(10_000)).padStart(4, '0')

function undocumented({ path, headers, fields }: Question, api: Api): string | null {
  const call = api[path]
  if (!call) return `path ${path}`
  const known = [...PLAIN.split(' '), ...call.headers]
  const header = Object.keys(headers).find((name) => !known.includes(name))
  if (header) return `header ${header}`
  const field = Object.keys(fields).find((name) => !call.fields.includes(name))
  if (field) return `field ${field}`
  const missing = call.fields.find((name) => !(name in fields))
  return missing ? `no field ${missing}` : null
}

async function readQuestion(request: http.IncomingMessage): Promise<Question> {
  const url = new URL(request.url!, 'http://fake')
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  const type = request.headers['content-type'] ?? ''
  const body = type.startsWith('application/json')
    ? (JSON.parse(text) as object)
    : Object.fromEntries(new URLSearchParams(text))
  const fields = { ...Object.fromEntries(url.searchParams), ...body }
  return { path: `${request.method} ${url.pathname}`, headers: request.headers, fields }
}

export function makeTrouble(trouble: Trouble, response: http.ServerResponse): void {
  if ('silent' in trouble) return
  if ('reset' in trouble) return void response.socket?.destroy()
  if ('redirect' in trouble) return void response.writeHead(302, { Location: trouble.redirect }).end()
  if ('endless' in trouble) {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => !response.destroyed && response.write('"'.padEnd(8000, ' '), () => setImmediate(more))
    return void more()
  }
  const status = 'status' in trouble ? trouble.status : 200
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(trouble.body ?? '{}')
}

async function serve(
  name: FakeProvider['name'],
  env: Record<string, string>,
  apiOf: (send: (phone: string, code: string) => void) => Api,
): Promise<FakeProvider> {
  const sent = new Map<string, string[]>()
  const api = apiOf((phone, code) => sent.set(phone, [...(sent.get(phone) ?? []), code]))
  const fake = { trouble: null as Trouble | null, refused: [] as string[], asked: [] as string[] }
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const question = await readQuestion(request)
    fake.asked.push(question.path)
    if (fake.trouble) return makeTrouble(fake.trouble, response)
    const problem = undocumented(question, api)
    if (problem) fake.refused.push(problem)
    const status = problem?.startsWith('path') ? 404 : 400
    const reply: Reply = problem ? { status, body: {} } : api[question.path]!.answer(question)
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  }
  const server = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(fake, {
    name,
    base,
    env: { OTP_PROVIDER: name, OTP_BASE_URL: base, ...env },
    codeOf: (phone: string) => sent.get(phone)?.at(-1) ?? 'none',
    sentTo: (phone: string) => sent.get(phone)?.length ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

const MSG91_KEY = '123456AbCdEf'

function fakeMsg91(): Promise<FakeProvider> {
  const env = { MSG91_AUTH_KEY: MSG91_KEY, MSG91_TEMPLATE_ID: '65f0aa11bb22cc33dd44ee55' }
  const codes = new Map<string, string>()
  const error = (message: string): Reply => ({ body: { message, type: 'error' } })
  return serve('msg91', env, (send) => ({
    'POST /api/v5/otp': {
      headers: ['authkey'],
      fields: ['template_id', 'mobile', 'otp_length', 'otp_expiry'],
      answer({ headers, fields }) {
        if (headers.authkey !== MSG91_KEY) return error('Authentication failure')
        if (fields.template_id !== env.MSG91_TEMPLATE_ID)
          return error('Template ID Missing or Invalid Template')
        if (
          !/^91\d{10}$/.test(String(fields.mobile)) ||
          fields.otp_length !== '4' ||
          fields.otp_expiry !== '5'
        )
          return error('invalid_otp_length')
        const code = newCode()
        codes.set(String(fields.mobile), code)
        send(`+${String(fields.mobile)}`, code)
        return { body: { request_id: randomBytes(12).toString('hex'), type: 'success' } }
      },
    },
    'POST /api/v5/otp/verify': {
      headers: ['authkey'],
      fields: ['otp', 'mobile'],
      answer({ headers, fields }) {
        if (headers.authkey !== MSG91_KEY) return error('Authentication failure')
        const code = codes.get(String(fields.mobile))
        if (!code) return error('Mobile no. not found')
        if (code !== fields.otp) return error('OTP not match')
        codes.delete(String(fields.mobile))
        return { body: { message: 'OTP verified success', type: 'success' } }
      },
    },
  }))
}

function fakeTwilio(): Promise<FakeProvider> {
  const env = {
    TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'tok-0123456789abcdef',
    TWILIO_VERIFY_SERVICE_SID: `VA${'2'.repeat(32)}`,
  }
  const login = Buffer.from(`${env.TWILIO_ACCOUNT_SID}:${env.TWILIO_AUTH_TOKEN}`).toString('base64')
  const service = `POST /v2/Services/${env.TWILIO_VERIFY_SERVICE_SID}`
  const open = new Map<string, { sid: string; code: string }>()
  const unknown: Reply = { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } }
  const gone: Reply = { status: 404, body: { code: 20404, message: 'not found', status: 404 } }
  const about = ({ sid }: { sid: string }, to: unknown, status: string) => ({
    sid,
    service_sid: env.TWILIO_VERIFY_SERVICE_SID,
    account_sid: env.TWILIO_ACCOUNT_SID,
    to,
    channel: 'sms',
    status,
    valid: status === 'approved',
    amount: null,
    payee: null,
  })
  return serve('twilio', env, (send) => ({
    [`${service}/Verifications`]: {
      headers: ['authorization'],
      fields: ['To', 'Channel'],
      answer({ headers, fields }) {
        if (headers.authorization !== `Basic ${login}`) return unknown
        const to = String(fields.To)
        // Verify sends the same code again within ten minutes.
        const verification = open.get(to) ?? { sid: `VE${randomBytes(16).toString('hex')}`, code: newCode() }
        open.set(to, verification)
        send(to, verification.code)
        return { status: 201, body: about(verification, to, 'pending') }
      },
    },
    [`${service}/VerificationCheck`]: {
      headers: ['authorization'],
      fields: ['To', 'Code'],
      answer({ headers, fields }) {
        if (headers.authorization !== `Basic ${login}`) return unknown
        const verification = open.get(String(fields.To))
        if (!verification) return gone
        if (verification.code !== fields.Code) return { body: about(verification, fields.To, 'pending') }
        open.delete(String(fields.To))
        return { body: about(verification, fields.To, 'approved') }
      },
    },
  }))
}

function fakeOtpless(): Promise<FakeProvider> {
  const env = { OTPLESS_CLIENT_ID: 'CLIENT0123456789', OTPLESS_CLIENT_SECRET: 'secret0123456789' }
  const open = new Map<string, { code: string; verified: boolean }>()
  const refuse = (errorCode: string, status = 400): Reply => ({ status, body: { message: 'no', errorCode } })
  const isOurs = ({ headers }: Question) =>
    headers.clientid === env.OTPLESS_CLIENT_ID && headers.clientsecret === env.OTPLESS_CLIENT_SECRET
  return serve('otpless', env, (send) => ({
    'POST /auth/v1/initiate/otp': {
      headers: ['clientid', 'clientsecret'],
      fields: ['phoneNumber', 'channels', 'otpLength', 'expiry'],
      answer(question) {
        const { phoneNumber, channels, otpLength, expiry } = question.fields
        if (!isOurs(question)) return refuse('401', 401)
        if (JSON.stringify([channels, otpLength, expiry]) !== '[["SMS"],4,300]') return refuse('4000')
        const requestId = randomBytes(16).toString('hex')
        const code = newCode()
        open.set(requestId, { code, verified: false })
        send(String(phoneNumber), code)
        return { body: { requestId } }
      },
    },
    'POST /auth/v1/verify/otp': {
      headers: ['clientid', 'clientsecret'],
      fields: ['requestId', 'otp'],
      answer(question) {
        const { requestId, otp } = question.fields
        if (!isOurs(question)) return refuse('401', 401)
        const request = open.get(String(requestId))
        if (!request) return refuse('7303')
        if (request.verified) return refuse('7115')
        if (request.code !== otp) return refuse('7118')
        request.verified = true
        return { body: { requestId, isOTPVerified: true, message: 'OTP verified successfully' } }
      },
    },
  }))
}

export const fakes = { msg91: fakeMsg91, twilio: fakeTwilio, otpless: fakeOtpless }

/** Every failure of a provider; `mayHaveSent`: the message may have been sent despite it. */
export const TROUBLES: [name: string, trouble: Trouble, mayHaveSent: boolean][] = [
  ['401', { status: 401, body: '{"message":"no"}' }, false],
  ['403 in HTML', { status: 403, body: '<h1>Forbidden</h1>' }, false],
  ['404', { status: 404, body: '{"code":20404}' }, false],
  ['429', { status: 429, body: '{"code":60203}' }, false],
  ['500', { status: 500 }, true],
  ['503 in HTML', { status: 503, body: '<h1>later</h1>' }, true],
  ['HTML', { body: '<!doctype html><p>OK</p>' }, true],
  ['nothing', { body: '' }, true],
  ['an empty object', { body: '{}' }, true],
  ['null', { body: 'null' }, true],
  ['a list', { body: '["success"]' }, true],
  ['a text', { body: '"success"' }, true],
  [
    'wrong types',
    { body: '{"type":true,"sid":7,"status":["approved"],"requestId":1,"isOTPVerified":"true"}' },
    true,
  ],
  ['half of it', { body: '{"type":"success","sta' }, true],
  ['too much of it', { body: JSON.stringify({ type: 'success', pad: 'x'.repeat(20_000) }) }, true],
  ['no end of it', { endless: true }, true],
  ['a redirect', { redirect: 'http://127.0.0.1:1/' }, true],
  ['silence', { silent: true }, true],
  ['a broken line', { reset: true }, true],
]
