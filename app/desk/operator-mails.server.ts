/** Mails to operators, chosen by what their roles may do. A link leads through the desk's sign-in; who has none there gets a command. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { deskAccess } from '~/platform/db/schema/desk'
import { operators } from '~/platform/db/schema/operations'
import { mailMessages } from '~/messages/mail'
import { fill } from '~/messages/message'
import { NAMED_DAYS, REQUEST_DAYS, type OtherPerson } from '~/domain/settings/independence.server'
import { queueMail } from '~/domain/outreach/queue-mail.server'
import type { MailContent } from '~/mails/mail-content'
import type { Actor } from './actor.server'
import type { Operation } from './operation'
import { INVITE_HOURS } from '~/domain/operators/invitation-token.server'
import { buildInvitationPath } from '~/domain/operators/invitation-path'
import type { Operator } from '~/domain/operators/operator.server'
import { mayDo } from './roles'

export const operatorMail = {
  button: { label: mailMessages.open.today, path: '/Desk/Today' },
  why: mailMessages.why.operator,
}
const { button, why } = operatorMail

const { id, name, email, role } = operators
export const canBeMailed = and(eq(operators.state, 'active'), isNotNull(email))

export const listPeople = (tx: Reader) =>
  tx
    .select({ id, name, email, role, hasDesk: sql<boolean>`${deskAccess.enrolled_at} IS NOT NULL` })
    .from(operators)
    .leftJoin(deskAccess, eq(deskAccess.operator_id, id))
    .where(canBeMailed)

export const chooseWay = (
  kind: keyof typeof mailMessages.commandLine,
  paragraphs: string[],
  hasDesk: boolean,
): Pick<MailContent, 'paragraphs' | 'button'> =>
  hasDesk ? { paragraphs, button } : { paragraphs: [...paragraphs, mailMessages.commandLine[kind]] }

/** To those who may agree. The mail names only the operation, because its input may name a member. */
export async function mailApproval(
  tx: Reader,
  { title }: Pick<Operation, 'title'>,
  actor: Pick<Actor, 'name'>,
  others: readonly OtherPerson[],
): Promise<void> {
  const ids = new Set(others.map(({ operatorId }) => operatorId))
  const people = (await listPeople(tx)).filter((person) => ids.has(person.id))
  const write = (hasDesk: boolean) =>
    buildApprovalMail({ what: title, by: actor.name, first: others[0]!.name, hasDesk })
  await queueMail(
    tx,
    ...people.map(({ email, hasDesk }) => ({ to: email!, kind: 'approval', content: write(hasDesk) })),
  )
}

export const buildApprovalMail = ({
  what,
  by,
  first,
  hasDesk,
}: {
  what: string
  by: string
  /** Whose turn it is. */
  first: string
  hasDesk: boolean
}): MailContent => ({
  subject: `A second person is needed: ${what}`,
  preheader: `Requested by ${by}.`,
  ...chooseWay(
    'approval',
    [
      `${by} has requested ‘${what}’. It waits ${REQUEST_DAYS} days for another person to agree or refuse. ${first} is named first; after ${NAMED_DAYS} days it is the next person’s turn.`,
    ],
    hasDesk,
  ),
  why,
})

/** The link and the token leave by this mail alone; nobody else sees them. */
export async function mailInvitation(
  tx: Reader,
  { name, email: to }: { name: string; email: string },
  { by, token, isNew }: { by: string; token: string; isNew: boolean },
): Promise<void> {
  const content = buildInvitationMail({ name, by, token, isNew })
  await queueMail(tx, { to, kind: 'invitation', content })
}

export const buildInvitationMail = ({
  name,
  by,
  token,
  isNew,
}: {
  name: string
  by: string
  token: string
  isNew: boolean
}): MailContent => ({
  subject: isNew ? 'You are invited to run DealDwaar' : 'A new way into the desk',
  preheader: `Good for ${INVITE_HOURS} hours, once.`,
  paragraphs: [
    isNew
      ? `${by} invites you, ${name}, as an operator.`
      : `${by} has asked for a new way into the desk for you, ${name}. Your former password, second factor, recovery codes and sessions have ended.`,
    ...(isNew ? [fill(mailMessages.commandLine.invitation, { token })] : []),
    'If you did not expect this mail, tell another operator at once and do not open the link.',
  ],
  button: { label: mailMessages.open.invitation, path: buildInvitationPath(token) },
  why,
})

/** To the others who could do the same. The mail names only the operation, because its input may name a member. */
export async function mailStop(
  tx: Reader,
  { title, role: needed }: Pick<Operation, 'title' | 'role'>,
  { by, operatorId }: Pick<Actor, 'by' | 'operatorId'>,
): Promise<void> {
  const reached = (await listPeople(tx)).filter(
    (person) => person.id !== operatorId && mayDo(person.role, needed),
  )
  await queueMail(
    tx,
    ...reached.map(({ email, hasDesk }) => ({
      to: email!,
      kind: 'stop',
      content: buildStopMail({ what: title, by, hasDesk }),
    })),
  )
}

export const buildStopMail = ({
  what,
  by,
  hasDesk,
}: {
  what: string
  by: string
  hasDesk: boolean
}): MailContent => ({
  subject: `Something was stopped: ${what}`,
  preheader: `By ${by}.`,
  ...chooseWay(
    'stop',
    [
      `${by} has done ‘${what}’. It needs no second person and has taken effect. The log says what it was about.`,
    ],
    hasDesk,
  ),
  why,
})

type Reached = Pick<Operator, 'name' | 'email'>

/** What changed about an operator's access, or how it was used; `to` has also a former address. */
export async function mailAccess(
  tx: Reader,
  to: readonly Reached[],
  { by, what }: { by: string; what: string },
): Promise<void> {
  const addresses = new Set(to.flatMap(({ email }) => (email === null ? [] : [email])))
  const content = buildAccessMail({ name: to[0]!.name, by, what })
  await queueMail(tx, ...[...addresses].map((address) => ({ to: address, kind: 'access', content })))
}

export const buildAccessMail = ({
  name,
  by,
  what,
}: {
  name: string
  by: string
  what: string
}): MailContent => ({
  subject: 'Your access as an operator',
  preheader: `${what}.`,
  paragraphs: [
    `${name}: ${what}, by ${by}.`,
    'If you did not expect this, tell an owner at once: disabling an operator ends the access immediately.',
  ],
  button,
  why,
})
