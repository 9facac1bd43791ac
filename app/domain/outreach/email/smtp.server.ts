import { env } from '~/platform/config/env.server'
import { isLocalHost } from '~/platform/config/env-rules'
import type { SendResult } from '../deliveries/channel'
import type { WrittenMail } from './build-mail.server'

/** 'refused': the recipient is, for good. Refusals of sender, connection or policy (5.7) keep the mail waiting. */
export async function sendBySmtp(mail: WrittenMail): Promise<SendResult> {
  try {
    const transport = await (pool ??= openPool())
    const { response } = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(LONGEST_MS) })
    return { result: 'sent', answer: response.slice(0, 3) }
  } catch (error) {
    return readFailure(error)
  }
}

/** Limits a whole mail, because the pool's time-outs are for each step. It must be shorter than the lease. */
const LONGEST_MS = 120_000

let pool: ReturnType<typeof openPool> | null = null

/** One pool per process: at most five connections, each for up to 100 mails, closed after four idle minutes. */
async function openPool() {
  const { createTransport } = await import('nodemailer')
  const { SMTP_URL, SMTP_TIMEOUT_MS: ms } = env()
  const url = new URL(SMTP_URL!)
  return createTransport({
    pool: true,
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    requireTLS: url.protocol === 'smtp:' && !isLocalHost(url.hostname),
    ignoreTLS: url.protocol === 'smtp:' && isLocalHost(url.hostname),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: ms,
    greetingTimeout: ms,
    socketTimeout: ms,
    // One retry, for a connection that the server has closed meanwhile; the outbox retries other failures.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Call it when nothing is being sent: open connections keep the process alive. The next mail opens new ones. */
export async function closePool(): Promise<void> {
  const open = pool
  pool = null
  if (open) (await open).close()
}

/**
 * Codes for a mailbox or domain that does not exist, moved, takes no mail or is disabled, and for an address in a script that
 * the server cannot send to (RFC 3463, 7505, 6531).
 */
const GONE = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1|6\.7)$/

/** Without an enhanced code, only these words distinguish a server that refuses us from a mailbox that is gone. */
const REFUSES_US =
  /\b(?:\w*block|\w*black|\w*list|spam|rbl|dns|policy|reputation|relay|denied|quota|full|rate|auth)/i

/** Keeps only the server's codes, because its text may contain the address. */
function readFailure(error: unknown): SendResult {
  const {
    responseCode,
    response = '',
    command,
    code,
  } = error as { responseCode?: number; response?: string; command?: string; code?: string }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''
  const answer = [command, responseCode, enhanced, responseCode ? '' : code].filter(Boolean).join(' ')
  const isGone = enhanced
    ? GONE.test(enhanced)
    : [550, 551, 553].includes(responseCode ?? 0) && !REFUSES_US.test(response)
  return { result: command === 'RCPT TO' && isGone ? 'refused' : 'later', answer: answer || 'failed' }
}
