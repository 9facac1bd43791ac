/** Mails to active operators with an address. Their links lead through the desk's sign-in. */
import { and, eq, isNotNull } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { claimRun } from '~/db/jobs.server'
import { operators } from '~/db/schema/operations'
import { formatDate, formatTime, hourInIndia, startOfDayInIndia } from '~/formats/dates'
import { mailMessages } from '~/messages/mail'
import { queueMail } from '~/outreach/deliveries/queue-mail.server'
import type { MailContent } from '~/outreach/email/mail-content'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { describeCause } from './causes'
import { listWaiting, type Waiting } from './waiting.server'

const TODAY = '/Desk/Today'
const why = mailMessages.why.operator
const button = { label: mailMessages.open.today, path: TODAY }

async function mailOperators(tx: Reader, kind: string, content: MailContent, except?: string): Promise<void> {
  const { name, email } = operators
  const people = await tx
    .select({ name, email })
    .from(operators)
    .where(and(eq(operators.state, 'active'), isNotNull(email)))
  const others = people.filter((person) => person.name !== except)
  await queueMail(tx, ...others.map((person) => ({ to: person.email!, kind, content })))
}

interface ChangedAlert {
  cause: string
  subject: string
  detail: string
}

/** One mail for all alerts that opened or cleared together; none if there are none. */
export async function mailAlerts(
  tx: Reader,
  { opened, cleared }: { opened: ChangedAlert[]; cleared: ChangedAlert[] },
): Promise<void> {
  if (opened.length + cleared.length > 0) await mailOperators(tx, 'alerts', alertsMail(opened, cleared))
}

export function alertsMail(opened: ChangedAlert[], cleared: ChangedAlert[]): MailContent {
  const list = [
    ...opened.map(({ cause, subject, detail }) => {
      const { title, next } = describeCause(cause)
      return { title: subject ? `${title} (${subject})` : title, text: `${detail} ${next}` }
    }),
    ...cleared.map(({ cause, subject }) => {
      const { title } = describeCause(cause)
      return { title: `Over: ${subject ? `${title} (${subject})` : title}`, text: '' }
    }),
  ]
  const [first] = list
  return {
    subject: list.length === 1 ? first!.title : `${opened.length} alerts opened, ${cleared.length} are over`,
    preheader: first!.text,
    paragraphs: [],
    list,
    button,
    why,
  }
}

/** To the other operators. `command` is the operation's name alone, because its input may name a member. */
export const mailApproval = (tx: Reader, request: { command: string; by: string }): Promise<void> =>
  mailOperators(tx, 'approval', approvalMail(request), request.by)

export const approvalMail = ({ command, by }: { command: string; by: string }): MailContent => ({
  subject: `A second person is needed: ${command}`,
  preheader: `Requested by ${by}.`,
  paragraphs: [
    `${by} has requested ‘${command}’. It waits seven days for another person to agree or refuse.`,
  ],
  button,
  why,
})

export function digestMail(waiting: Waiting[], at: Date): MailContent {
  const open = waiting.filter(({ count }) => count > 0)
  return {
    subject: `Today, ${formatDate(at)}: ${open.length ? `${open.length} kinds of work wait` : 'nothing waits'}`,
    preheader: open.map(({ what, count }) => `${count} ${what}`).join(', '),
    paragraphs: open.length ? [] : ['Nothing waits for a person.'],
    list: open.map(({ what, count, oldest }) => ({
      title: `${count} ${what}`,
      text: oldest ? `The oldest waits since ${formatTime(oldest)}.` : '',
    })),
    button,
    why,
  }
}

const FROM_HOUR = 8

/**
 * Queues it for all operators at once, in the morning in India or as soon as a server runs again. Null: it is too early, or
 * today's is queued.
 */
export async function sendDigest(at: Date): Promise<{ kinds: number } | null> {
  if (hourInIndia(at) < FROM_HOUR) return null
  return db.transaction(async (tx) => {
    if (!(await claimRun(tx, 'digest', { at, since: startOfDayInIndia(at) }))) return null
    const waiting = await listWaiting(tx)
    await mailOperators(tx, 'digest', digestMail(waiting, at))
    return { kinds: waiting.filter(({ count }) => count > 0).length }
  })
}

export const startDigest = (every = 300): Schedule => schedule('digest', every, () => sendDigest(new Date()))
