import { eq } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db, type Tx } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { DAY_MS, formatTime } from '~/platform/formats/dates'
import { inviteToDesk, buildInvitationLink } from '~/domain/operators/desk-invitation.server'
import { INVITE_HOURS } from '~/domain/operators/invitation-token.server'
import { findAddressChange, type Operator } from '~/domain/operators/operator.server'
import {
  acceptInvite,
  countFirstInvitations,
  inviteOperator,
  lockOperators,
} from '~/domain/operators/rules.server'
import { setSecondFactor } from '~/domain/operators/second-factor.server'
import { canSendMail } from '~/domain/outreach/queue-mail.server'
import { readPersons } from '~/domain/settings/independence.server'
import { formatPerson } from '~/domain/settings/person'
import { NO_DESK_ACCOUNT, requireOperator } from '../actor.server'
import { noteAlone } from '../approvals.server'
import { noteChange } from '../changed'
import { describeRow, describeRows, type Fact } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { listIf, see, type Context, type FieldChange } from '../operation'
import { mailAccess, mailInvitation } from '../operator-mails.server'
import { RefusalError, requireDone } from '../refusal'
import {
  guarded,
  makeEmail,
  name,
  OPERATOR_COLUMNS,
  people,
  requireLocked,
  role,
  type InvitedPerson,
} from './fields'

const LINK_DAYS = 7

const invitationEmail = makeEmail('the e-mail address to which the link goes', {
  atDesk: 'required',
}).optional()

const print = field.yes(
  'print the link instead of mailing it: only under an OS account that is bound to no operator, which then counts as having seen it',
  { atDesk: 'absent' },
)

/** A link is never shown at the desk. Throws RefusalError where it could reach nobody. */
function requireWay(isPrinted: boolean, { operatorId, osAccount }: Context): void {
  if (isPrinted && (operatorId !== null || osAccount === null))
    throw new RefusalError(
      'Only an OS account that is bound to no operator prints a link. Leave it out: the link goes by mail.',
      'print',
    )
  if (!isPrinted && !canSendMail())
    throw new RefusalError(
      'No mail can be sent: SMTP_URL is not set. Only an OS account that is bound to no operator can print the link instead.',
      'print',
    )
}

async function requireAddress({ id, name, email }: Operator, tx: Tx): Promise<string> {
  if (email === null)
    throw new RefusalError(
      `${name} has no e-mail address: give one, and ${LINK_DAYS} days later a link may go there.`,
      'name',
      { next: [see('operators change', { name })] },
    )
  const changed = await findAddressChange(id, tx)
  const from = changed && new Date(changed.getTime() + LINK_DAYS * DAY_MS)
  if (from && from > new Date())
    throw new RefusalError(
      `The e-mail address of ${name} was changed less than ${LINK_DAYS} days ago: a link may go there from ${formatTime(from)}.`,
      'name',
    )
  return email
}

const describeLink = (token: string, isPrinted: boolean): Fact[] =>
  isPrinted ? [{ name: 'link', kind: 'text', value: buildInvitationLink(token), isAssigned: true }] : []

const noteLink = (id: number, isPrinted: boolean) =>
  noteChange(`operator ${id}`, 'link', null, isPrinted ? 'printed' : 'mailed')

export const invite = defineChange({
  name: 'operators invite',
  title: 'Invite an operator',
  summary: `invite somebody; the link goes to the e-mail address, and is good for ${INVITE_HOURS} hours`,
  ...guarded,
  needsSecondPerson: async (_, { operatorId }) => (await countFirstInvitations(db, operatorId)) === 0,
  input: { name, role, email: invitationEmail, print },
  async run({ print: isPrinted, ...input }, context, tx) {
    requireWay(isPrinted, context)
    const left = await requireInvitations(1, context, tx)
    if (!isPrinted && input.email === undefined)
      throw new RefusalError('Give the e-mail address to which the link goes.', 'email')
    const { operator, token } = await addInvited(input, context, tx, (taken) =>
      taken.name.toLowerCase() === input.name.toLowerCase() ? 'name' : 'email',
    )
    if (!isPrinted) await mailNew({ name: operator.name, email: input.email! }, token, context, tx)
    if (left > 0) await mailFirstInvitation(tx, operator, context)
    return {
      effect: `Invites ${operator.name} as ${operator.role}`,
      facts: [
        ...describeRow(OPERATOR_COLUMNS, operator),
        ...(isPrinted
          ? [{ name: 'invitation', kind: 'text', value: token, isAssigned: true } satisfies Fact]
          : []),
        ...describeLink(token, isPrinted),
      ],
      notes: [
        isPrinted
          ? {
              text: `The invited person opens the link, or accepts the invitation under their OS account, within ${INVITE_HOURS} hours. Both are shown once.`,
              next: [see('operators accept')],
            }
          : `The link goes to ${input.email}, and is good for ${INVITE_HOURS} hours.`,
        ...noteFirst(left, 1),
      ],
      changed: noteInvited(operator, isPrinted, left),
    }
  },
})

export const inviteEach = defineChange({
  name: 'operators invite-each',
  title: 'Invite several operators',
  summary: 'invite several people with one role; to each e-mail address goes a link',
  ...guarded,
  needsSecondPerson: async ({ people: { length } }, { operatorId }) =>
    (await countFirstInvitations(db, operatorId)) < length,
  input: { people, role },
  examples: ['operators invite-each "Tara Rao, tara@example.com" "Uma Nair, uma@example.com" --role support'],
  async run({ people: named, role }, context, tx) {
    requireWay(false, context)
    if (named.length > MOST_INVITED)
      throw new RefusalError(`These are more than ${MOST_INVITED} people.`, 'people')
    const left = await requireInvitations(named.length, context, tx)
    const invited: Operator[] = []
    for (const person of named) {
      const { operator, token } = await addInvited({ ...person, role }, context, tx, () => 'people')
      await mailNew(person, token, context, tx)
      if (left > 0) await mailFirstInvitation(tx, operator, context)
      invited.push(operator)
    }
    return {
      effect: `Invites ${named.map(({ name }) => name).join(', ')} as ${role}`,
      tables: [describeRows('invited', OPERATOR_COLUMNS, invited)],
      notes: [
        `The links go to ${named.map(({ email }) => email).join(', ')}, and are good for ${INVITE_HOURS} hours.`,
        ...noteFirst(left, named.length),
      ],
      changed: invited.flatMap((operator) => noteInvited(operator, false, left)),
    }
  },
})

const MOST_INVITED = 20

/** Locks the operators. Returns how many invitations of a new shop were left; 0: a second person has agreed. Throws RefusalError. */
async function requireInvitations(count: number, { operatorId, hand }: Context, tx: Tx): Promise<number> {
  await lockOperators(tx)
  const left = await countFirstInvitations(tx, operatorId)
  if (left >= count) return left
  if (hand.consent === 'none')
    throw new RefusalError(
      'Another invitation was the last that needs nobody else. Try again: then a second person has to agree.',
    )
  return 0
}

/** `findPlace`: the field with what the other operator has. Throws RefusalError. */
async function addInvited(
  input: { name: string; role: Operator['role']; email?: string | undefined },
  { operatorId }: Context,
  tx: Tx,
  findPlace: (other: Operator) => string,
) {
  return requireDone(await inviteOperator(tx, { ...input, invitedBy: operatorId }), null, {
    taken: ({ operator: other }) =>
      new RefusalError(`${other.name}, ${other.role}, has this name or e-mail address.`, findPlace(other)),
  })
}

const mailNew = (person: InvitedPerson, token: string, { by }: Context, tx: Tx) =>
  mailInvitation(tx, person, { by, token, isNew: true })

const noteFirst = (left: number, count: number): string[] =>
  listIf(
    left > 0,
    `Nobody else has to agree to the first three invitations of a new shop; ${left - count} are left. Two people count as two once a third confirms the invited one.`,
  )

const noteInvited = ({ id, role }: Operator, isPrinted: boolean, left: number): FieldChange[] => [
  noteChange(`operator ${id}`, 'role', null, role),
  noteLink(id, isPrinted),
  ...noteAlone(`operator ${id}`, left > 0),
]

/** To the inviter, whose session may have been stolen, and to the server's administrators. */
async function mailFirstInvitation(
  tx: Tx,
  { name, role }: Operator,
  { by, operatorId }: Context,
): Promise<void> {
  const { ALERT_EMAIL = null } = env()
  const [inviter] = await tx.select().from(operators).where(eq(operators.id, operatorId!))
  const what = `${name} was invited as ${role}, with nobody else agreeing`
  await mailAccess(tx, [inviter!, { name: inviter!.name, email: ALERT_EMAIL }], { by, what })
}

export const desk = defineChange({
  name: 'operators desk',
  title: 'Invite to the desk',
  summary:
    'mail an operator a new way into the desk; password, second factor, recovery codes and sessions end',
  ...guarded,
  input: { name, print },
  async run({ name, print: isPrinted }, context, tx) {
    requireWay(isPrinted, context)
    const operator = await requireLocked(name, tx)
    const to = isPrinted ? null : await requireAddress(operator, tx)
    const { token } = requireDone(await inviteToDesk(tx, operator), 'name', {
      invited: `${operator.name} is invited already: that invitation is good for the desk, too.`,
      disabled: `${operator.name} is disabled: an owner may enable the operator.`,
    })
    if (to === null)
      await mailAccess(tx, [operator], { by: context.by, what: 'a new way into the desk was printed' })
    else await mailInvitation(tx, { name: operator.name, email: to }, { by: context.by, token, isNew: false })
    return {
      effect: `Invites ${operator.name} to the desk; password, second factor and sessions end`,
      facts: describeLink(token, isPrinted),
      notes: [
        isPrinted
          ? `${operator.name} opens the link within ${INVITE_HOURS} hours and chooses a password. It is shown once.`
          : `The link goes to the e-mail address of ${operator.name}, and is good for ${INVITE_HOURS} hours.`,
      ],
      changed: [
        noteChange(`operator ${operator.id}`, 'desk', '…', 'invited'),
        noteLink(operator.id, isPrinted),
      ],
    }
  },
})

export const confirm = defineChange({
  name: 'operators confirm',
  title: 'Confirm an operator',
  summary: 'agree to an operator who got access through one person alone, so that the two count as two',
  role: 'owner',
  confirm: 'ask',
  input: { name },
  async run({ name }, { by }, tx) {
    const operator = await requireLocked(name, tx)
    const persons = await readPersons(tx)
    const through = persons.listControllers(operator.id)
    if (!through.length)
      throw new RefusalError(`${operator.name} got access through nobody alone, or it is over.`, 'name')
    const others = [...through, formatPerson(operator.name, operator.os_account)]
    const dependent = others.find((other) => !persons.areIndependent(other, by))
    if (dependent !== undefined)
      throw new RefusalError(
        `You are not independent of ${dependent}: a third person confirms ${operator.name}.`,
        'name',
      )
    return {
      effect: `Confirms ${operator.name}, who got access through ${through.join(', ')}`,
      changed: [noteChange(`operator ${operator.id}`, 'access', through.join(', '), by)],
    }
  },
})

export const accept = defineChange({
  name: 'operators accept',
  title: 'Accept an invitation',
  summary: 'accept an invitation: this OS account becomes yours',
  role: 'viewer',
  input: { token: field.text('the token of the invitation', { place: 'argument', private: true }) },
  async run({ token }, { osAccount, by }, tx) {
    if (osAccount === null) throw new RefusalError('An invitation is accepted only on the command line.')
    const { operator } = requireDone(await acceptInvite(tx, token, osAccount), null, {
      desk: NO_DESK_ACCOUNT,
      bound: ({ operator: { name } }) => `The OS account ${osAccount} is that of ${name} already.`,
      ended: new RefusalError(
        'The invitation has ended, was used, or is mistyped. Ask for another one.',
        'token',
      ),
    })
    await mailAccess(tx, [operator], {
      by,
      what: `your invitation was accepted as the OS account ${osAccount}`,
    })
    return {
      effect: `Binds the OS account ${osAccount} to ${operator.name}, ${operator.role}`,
      facts: describeRow(OPERATOR_COLUMNS, operator),
      changed: [
        noteChange(`operator ${operator.id}`, 'state', 'invited', 'active'),
        noteChange(`operator ${operator.id}`, 'os_account', null, osAccount),
      ],
    }
  },
})

export const secondFactor = defineChange({
  name: 'operators second-factor',
  title: 'Set up a second factor',
  summary: 'a new secret for your own authenticator app; the old one ends',
  role: 'viewer',
  confirm: 'ask',
  input: { name },
  async run({ name }, { operatorId, by, deskSession }, tx) {
    const operator = await requireOperator(name, tx)
    // Who sees the address can act as the operator.
    if (operator.id !== operatorId)
      throw new RefusalError(
        `Only ${operator.name} sets up this second factor. Who has lost it uses a recovery code, or is invited to the desk again.`,
        'name',
        { next: [see('operators desk', { name: operator.name })] },
      )
    const address = await setSecondFactor(tx, operator, deskSession)
    await mailAccess(tx, [operator], { by, what: 'the second factor was replaced' })
    return {
      effect: `Gives ${operator.name} a new second factor and ends other sessions at the desk`,
      facts: [{ name: 'address', kind: 'text', value: address, isAssigned: true }],
      notes: [
        'Enter the address into an authenticator app, whose codes you are asked for. It is shown once.',
      ],
      changed: [noteChange(`operator ${operator.id}`, 'second factor', '…', '…')],
    }
  },
})
