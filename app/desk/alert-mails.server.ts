import { describeCause } from '~/domain/alerts/alerts'
import type { OnAlerts } from '~/domain/alerts/conditions.server'
import { env } from '~/platform/config/env.server'
import { queueMail } from '~/domain/outreach/queue-mail.server'
import type { MailContent } from '~/mails/mail-content'
import { findOperation } from './find-operation'
import { listPeople, operatorMail, chooseWay } from './operator-mails.server'
import { mayDo, type Role } from './roles'

interface ChangedAlert {
  cause: string
  subject: string
  detail: string
}

/** Sends each operator one mail with all alerts on which the role can act, and ALERT_EMAIL, for OS accounts of no operator, who decides alone. */
export const mailAlerts: OnAlerts = async (tx, { opened, cleared }) => {
  const changed = [...opened, ...cleared]
  if (!changed.length) return
  const needed = new Map<string, Role>()
  for (const { cause } of changed) needed.set(cause, await findRoleFor(cause))
  const people = await listPeople(tx)
  const mail = async (to: string, isTheirs: (alert: ChangedAlert) => boolean, hasDesk: boolean) => {
    if (!changed.some(isTheirs)) return
    const content = buildAlertsMail(opened.filter(isTheirs), cleared.filter(isTheirs), hasDesk)
    await queueMail(tx, { to, kind: 'alerts', content })
  }
  for (const { email, role, hasDesk } of people)
    await mail(email!, ({ cause }) => mayDo(role, needed.get(cause)!), hasDesk)
  const { ALERT_EMAIL } = env()
  if (ALERT_EMAIL !== undefined && !people.some(({ email }) => email === ALERT_EMAIL))
    await mail(ALERT_EMAIL, ({ cause }) => cause === 'alone', false)
}

/** Throws if the cause names an operation that does not exist. */
export async function findRoleFor(cause: string): Promise<Role> {
  const { acts } = describeCause(cause)
  return acts === null ? 'owner' : (await findOperation(acts)).role
}

export function buildAlertsMail(
  opened: ChangedAlert[],
  cleared: ChangedAlert[],
  hasDesk: boolean,
): MailContent {
  const list = [
    ...opened.map((alert) => ({ title: formatTitle(alert), text: formatNext(alert) })),
    ...cleared.map((alert) => ({ title: `Over: ${formatTitle(alert)}`, text: '' })),
  ]
  const [first] = list
  const isOne = list.length === 1
  const counts = [opened.length && `${opened.length} opened`, cleared.length && `${cleared.length} over`]
  return {
    subject: isOne ? first!.title : `Alerts: ${counts.filter(Boolean).join(', ')}`,
    preheader: first!.text,
    list: isOne ? [] : list,
    ...chooseWay('alerts', isOne ? [first!.text].filter(Boolean) : [], hasDesk),
    why: operatorMail.why,
  }
}

function formatTitle({ cause, subject }: ChangedAlert): string {
  const { title } = describeCause(cause)
  return subject ? `${title} (${subject})` : title
}

const formatNext = ({ cause, detail }: ChangedAlert): string => `${detail} ${describeCause(cause).next}`
