import { inviteToDesk, writeInvitationLink } from '~/operators/desk-invitation.server'
import { INVITE_HOURS } from '~/operators/invitation-token.server'
import { findOperator } from '~/operators/operator.server'
import { acceptInvite, inviteOperator } from '~/operators/rules.server'
import { setSecondFactor } from '~/operators/second-factor.server'
import { NO_DESK_ACCOUNT, requireOperator } from '../actor.server'
import { noteChange } from '../changed'
import { describeRow, type Fact } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { RefusalError, requireDone } from '../refusal'
import { email, guarded, name, OPERATOR_COLUMNS, requireLocked, role } from './fields'

export const invite = defineChange({
  name: 'operators invite',
  title: 'Invite an operator',
  summary: `invite somebody; the invitation is good for ${INVITE_HOURS} hours`,
  ...guarded,
  input: { name, role, email: email.optional() },
  async run(input, { operatorId }, tx) {
    const invited = await inviteOperator(tx, { ...input, invitedBy: operatorId })
    const { operator, token } = requireDone(invited, null, {
      taken: ({ operator: { name, role } }) =>
        new RefusalError(
          `${name}, ${role}, has this name or e-mail address.`,
          name.toLowerCase() === input.name.toLowerCase() ? 'name' : 'email',
        ),
    })
    return {
      effect: `Invites ${operator.name} as ${operator.role}`,
      facts: [...describeRow(OPERATOR_COLUMNS, operator), ...describeToken(token)],
      notes: [
        `The invited person opens the link, or gives \`operators accept TOKEN\` under their OS account, within ${INVITE_HOURS} hours. Both are shown once.`,
      ],
      changed: [noteChange(`operator ${operator.id}`, 'role', null, operator.role)],
    }
  },
})

const describeToken = (token: string): Fact[] => [
  { name: 'invitation', kind: 'text', value: token, isAssigned: true },
  { name: 'link', kind: 'text', value: writeInvitationLink(token), isAssigned: true },
]

export const desk = defineChange({
  name: 'operators desk',
  title: 'Invite to the desk',
  summary: 'a new way into the desk for an operator; password, second factor and sessions end',
  ...guarded,
  input: { name },
  async run({ name }, _, tx) {
    const operator = await requireLocked(name, tx)
    const { token } = requireDone(await inviteToDesk(tx, operator), 'name', {
      invited: `${operator.name} is invited already: that invitation is good for the desk, too.`,
      disabled: `${operator.name} is disabled: an owner may enable the operator.`,
    })
    return {
      effect: `Invites ${operator.name} to the desk; password, second factor and sessions end`,
      facts: [{ name: 'link', kind: 'text', value: writeInvitationLink(token), isAssigned: true }],
      notes: [
        `${operator.name} opens the link within ${INVITE_HOURS} hours and chooses a password. It is shown once.`,
      ],
      changed: [noteChange(`operator ${operator.id}`, 'desk', '…', 'invited')],
    }
  },
})

export const accept = defineChange({
  name: 'operators accept',
  title: 'Accept an invitation',
  summary: 'accept an invitation: this OS account becomes yours',
  role: 'viewer',
  input: { token: field.text('the token of the invitation', { place: 'argument', private: true }) },
  async run({ token }, { osAccount }, tx) {
    if (osAccount === null) throw new RefusalError('An invitation is accepted only on the command line.')
    const { operator } = requireDone(await acceptInvite(tx, token, osAccount), null, {
      desk: NO_DESK_ACCOUNT,
      bound: ({ operator: { name } }) => `The OS account ${osAccount} is that of ${name} already.`,
      ended: new RefusalError(
        'The invitation has ended, was used, or is mistyped. Ask for another one.',
        'token',
      ),
    })
    return {
      effect: `Binds the OS account ${osAccount} to ${operator.name}, ${operator.role}`,
      facts: describeRow(OPERATOR_COLUMNS, operator),
      changed: [noteChange(`operator ${operator.id}`, 'state', 'invited', 'active')],
    }
  },
})

export const secondFactor = defineChange({
  name: 'operators second-factor',
  title: 'Set up a second factor',
  summary: 'a new secret for the authenticator app of an operator; the old one ends',
  role: 'viewer',
  needsCode: true,
  confirm: 'ask',
  // Who sees the address can act as the operator.
  needsSecondPerson: async ({ name }, { operatorId }) => (await findOperator(name))?.id !== operatorId,
  input: { name },
  async run({ name }, { operatorId, role, deskSession }, tx) {
    const operator = await requireOperator(name, tx)
    if (operator.id !== operatorId && role !== 'owner')
      throw new RefusalError('Only an owner sets up the second factor of somebody else.', 'name')
    const address = await setSecondFactor(tx, operator, deskSession)
    return {
      effect: `Gives ${operator.name} a new second factor and ends other sessions at the desk`,
      facts: [{ name: 'address', kind: 'text', value: address, isAssigned: true }],
      notes: [
        'Enter the address into an authenticator app. It is shown once; `--as NAME` asks for its codes.',
      ],
      changed: [noteChange(`operator ${operator.id}`, 'second factor', '…', '…')],
    }
  },
})
