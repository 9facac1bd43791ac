import { requireOperator } from '../actor.server'
import { noteChange } from '../changed'
import { describeRow, type Fact } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { Refused } from '../refusal'
import { email, name, OPERATOR_COLUMNS, role } from './fields'
import { inviteToDesk, writeInvitationLink } from './desk-invitation.server'
import { INVITE_HOURS } from './invitation-token.server'
import { acceptInvite, inviteOperator, lockOperator } from './rules.server'
import { setSecondFactor } from './second-factor.server'

export const invite = defineChange({
  name: 'operators invite',
  title: 'Invite an operator',
  summary: `invite somebody; the invitation is good for ${INVITE_HOURS} hours`,
  role: 'owner',
  needsCode: true,
  confirm: 'ask',
  needsSecondPerson: () => true,
  input: { name, role, email: email.optional() },
  async run(input, { operatorId }, tx) {
    const { operator, token } = await inviteOperator(tx, { ...input, invitedBy: operatorId })
    return {
      effect: `Invites ${operator.name} as ${operator.role}`,
      facts: [...describeRow(OPERATOR_COLUMNS, operator), ...describeToken(token)],
      notes: [
        `The invited person opens the link, or gives \`operators accept TOKEN\` under their OS account, within ${INVITE_HOURS} hours. Both are shown only now.`,
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
  role: 'owner',
  needsCode: true,
  confirm: 'ask',
  needsSecondPerson: () => true,
  input: { name },
  async run({ name }, _, tx) {
    const operator = await lockOperator(name, tx)
    const token = await inviteToDesk(tx, operator)
    return {
      effect: `Invites ${operator.name} to the desk; password, second factor and sessions end`,
      facts: [{ name: 'link', kind: 'text', value: writeInvitationLink(token), isAssigned: true }],
      notes: [
        `${operator.name} opens the link within ${INVITE_HOURS} hours and chooses a password. It is shown only now.`,
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
    if (osAccount === null) throw new Refused('An invitation is accepted only on the command line.')
    const operator = await acceptInvite(tx, token, osAccount)
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
  input: { name },
  async run({ name }, { operatorId, role }, tx) {
    const operator = await requireOperator(name, tx)
    if (operator.id !== operatorId && role !== 'owner')
      throw new Refused('Only an owner sets up the second factor of somebody else.', 'name')
    const address = await setSecondFactor(tx, operator)
    return {
      effect: `Gives ${operator.name} a new second factor`,
      facts: [{ name: 'address', kind: 'text', value: address, isAssigned: true }],
      notes: [
        'Enter the address into an authenticator app. It is shown only now; `--as NAME` asks for its codes.',
      ],
      changed: [noteChange(`operator ${operator.id}`, 'second factor', '…', '…')],
    }
  },
})
