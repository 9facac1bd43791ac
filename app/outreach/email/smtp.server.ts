import { env } from '~/config/env.server'
import { isLocalHost } from '~/config/env-rules'
import type { SendResult } from '../deliveries/channel'
import type { WrittenMail } from './write-mail.server'

/** 'refused': the recipient, for good. Sender, connection and policy (5.7) are the operator's: it waits. */
export async function sendBySmtp(mail: WrittenMail): Promise<SendResult> {
  try {
    const { response } = await withinLimit(await openTransport(), mail)
    return { result: 'sent', answer: response.slice(0, 3) }
  } catch (error) {
    return readFailure(error)
  }
}

type Transport = Awaited<ReturnType<typeof openTransport>>

async function openTransport() {
  const { createTransport } = await import('nodemailer')
  const { SMTP_URL, SMTP_TIMEOUT_MS: ms } = env()
  const url = new URL(SMTP_URL!)
  return createTransport({
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
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** For the whole mail, because the transport's time-outs are for each step. Shorter than the lease. */
const LONGEST_MS = 120_000

async function withinLimit(transport: Transport, mail: WrittenMail) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), LONGEST_MS)
  })
  try {
    return await Promise.race([transport.sendMail(mail), late])
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** No such mailbox, domain or address; moved without a new address; a domain that takes no mail; turned off (RFC 3463, 7505). */
const GONE = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/

/** Without an enhanced code only the words tell a mailbox that is gone from a server that refuses us. */
const REFUSES_US =
  /\b(?:\w*block|\w*black|\w*list|spam|rbl|dns|policy|reputation|relay|denied|quota|full|rate|auth)/i

/** The server's words may hold the address, so that only its codes are kept. */
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
