import { and, eq, isNotNull } from 'drizzle-orm'
import { listWaitingWork, type WaitingItem } from '~/domain/alerts/waiting.server'
import { db } from '~/platform/db/client.server'
import { claimRun } from '~/platform/db/jobs.server'
import { deskAccess } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { formatDate, formatTime, hourInIndia, startOfDayInIndia } from '~/platform/formats/dates'
import { queueMail } from '~/domain/outreach/queue-mail.server'
import type { MailContent } from '~/mails/mail-content'
import { defineTimer } from '~/platform/timers.server'
import { canBeMailed, operatorMail } from './operator-mails.server'

export function buildDigestMail(waiting: WaitingItem[], at: Date): MailContent {
  const open = waiting.filter(({ count }) => count > 0)
  const work = ['nothing waits', '1 kind of work waits'][open.length] ?? `${open.length} kinds of work wait`
  return {
    subject: `Today, ${formatDate(at)}: ${work}`,
    preheader: open.map(({ what, count }) => `${count} ${what}`).join(', '),
    paragraphs: open.length ? [] : ['Nothing waits for a person.'],
    list: open.map(({ what, count, oldest }) => ({
      title: `${count} ${what}`,
      text: oldest ? `The oldest waits since ${formatTime(oldest)}.` : '',
    })),
    ...operatorMail,
  }
}

const FROM_HOUR = 8

/** Queues today's mail for everybody who may sign in at the desk. Null: too early in India, or it is queued already. */
export async function sendDigest(at: Date): Promise<{ kinds: number } | null> {
  if (hourInIndia(at) < FROM_HOUR) return null
  return db.transaction(async (tx) => {
    if (!(await claimRun(tx, 'digest', { at, since: startOfDayInIndia(at) }))) return null
    const waiting = await listWaitingWork(tx)
    const content = buildDigestMail(waiting, at)
    const people = await tx
      .select({ email: operators.email })
      .from(operators)
      .innerJoin(deskAccess, eq(deskAccess.operator_id, operators.id))
      .where(and(canBeMailed, isNotNull(deskAccess.enrolled_at)))
    await queueMail(tx, ...people.map((person) => ({ to: person.email!, kind: 'digest', content })))
    return { kinds: waiting.filter(({ count }) => count > 0).length }
  })
}

export const digestTimer = defineTimer({
  name: 'digest',
  every: 300,
  does: 'mail operators what waits, once a day',
  job: { name: 'digest' },
  work: () => sendDigest(new Date()),
})
