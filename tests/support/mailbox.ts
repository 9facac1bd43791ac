import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { emailChannel } from '~/domain/outreach/email/email-channel.server'

export interface ReceivedMail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  messageId: string
  /** A header's complete value; '' if it is missing. */
  header: (name: string) => string
  /** The URL whose path begins with `path`; throws if the text has none. */
  link: (path: string) => string
}

export interface Mailbox {
  /** For SMTP_URL. */
  url: string
  /** Oldest first. */
  mails: (to?: string) => ReceivedMail[]
  /** The latest mail to this address. Waits for it until the test times out. */
  waitFor: (to: string) => Promise<ReceivedMail>
  close: () => Promise<void>
}

/** A real SMTP server on a free port; `options` replace its defaults. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  let arrived = () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(',')
      simpleParser(stream, (error, parsed) => {
        if (error) return callback(error as Error)
        received.push(readMail(to, parsed))
        arrived()
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mails = (to?: string) => received.filter((mail) => to === undefined || mail.to === to)
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    async waitFor(to) {
      for (;;) {
        const mail = mails(to).at(-1)
        if (mail) return mail
        await new Promise<void>((resolve) => (arrived = resolve))
      }
    },
    async close() {
      await emailChannel.close!()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

function readMail(to: string, parsed: ParsedMail): ReceivedMail {
  const text = parsed.text ?? ''
  return {
    to,
    from: parsed.from?.text ?? '',
    subject: parsed.subject ?? '',
    text,
    html: parsed.html || '',
    messageId: parsed.messageId ?? '',
    header(name) {
      const line = parsed.headerLines.find(({ key }) => key === name.toLowerCase())?.line ?? ''
      return line
        .slice(line.indexOf(':') + 1)
        .replaceAll(/\s+/g, ' ')
        .trim()
    },
    link(path) {
      const found = (text.match(/https?:\/\/\S+/g) ?? []).find((url) =>
        new URL(url).pathname.startsWith(path),
      )
      if (!found) throw new Error(`no link to ${path} in: ${text}`)
      return found
    },
  }
}

/** Outside of the quiet hours, whenever the test runs. */
export const NOON = new Date('2026-06-15T12:00:00+05:30')
