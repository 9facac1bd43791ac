import { eq } from 'drizzle-orm'
import { moneyMessages } from '~/messages/money'
import type { Reader, Tx } from '~/platform/db/client.server'
import { claimMessages, claimProofs } from '~/platform/db/schema/claims'
import { formatCount } from '~/platform/formats/count'
import { type Claim, isOrderKind } from '~/domain/tracking/claim'
import {
  answerClaim,
  declineClaim,
  lockClaimAndMember,
  mayBecome,
  sendClaim,
  writeToClaimant,
  type StepResult,
} from '~/domain/tracking/claim-decisions.server'
import { declineReason, toReason } from './decline-reasons'
import { describeFacts } from './columns'
import { defineChange } from './define'
import { defineEach } from './each-chosen'
import * as field from './fields'
import { requireFound } from './lookups.server'
import {
  see,
  type Change,
  type ChangeOperation,
  type Context,
  type Operation,
  type Present,
} from './operation'
import { RefusalError, requireDone } from './refusal'
import { mayDo, type Role } from './roles'
import {
  describeStateChange,
  describeText,
  explainSteps,
  claimNumber,
  requireClaim,
  replyText,
} from './claim-columns'

/** What an answer must have seen: messages and proofs, too. Locks the claim. */
async function readClaimToAnswer(claimId: number, reader: Reader) {
  const claim = await lockClaimAndMember(reader, claimId)
  const { state, waits_for_us } = requireFound(claim ?? undefined, `claim ${claimId}`, 'claims list')
  return {
    state,
    waits_for_us,
    messages: await reader.$count(claimMessages, eq(claimMessages.claim_id, claimId)),
    proofs: await reader.$count(claimProofs, eq(claimProofs.claim_id, claimId)),
  }
}

async function present({ id: claimId }: { id: number }, reader: Reader): Promise<Present> {
  const { state, waits_for_us, messages, proofs } = await readClaimToAnswer(claimId, reader)
  return {
    subject: `claim ${claimId}`,
    values: [
      { name: 'state', kind: 'state', value: state },
      { name: 'waits for us', kind: 'yes', value: waits_for_us },
      ...describeFacts('count', { messages, proofs }),
    ],
  }
}

/** Only the role finance may answer a claim about a withdrawal. */
export const mayAnswer = ({ kind }: Claim, role: Role): boolean =>
  kind !== 'withdrawal' || mayDo(role, 'finance')

export const listClaimSteps = (claim: Claim): string[] => [
  ...(mayBecome(claim, 'answered') ? ['answer'] : []),
  ...(isOrderKind(claim.kind) && mayBecome(claim, 'sent') ? ['send'] : []),
  ...(isOrderKind(claim.kind) && mayBecome(claim, 'credited') ? ['credit'] : []),
  ...(mayBecome(claim, 'credited') ? ['goodwill'] : []),
  ...(mayBecome(claim, 'declined') ? ['decline'] : []),
]

async function requireFinance(claimId: number, { role }: Context, tx: Tx): Promise<void> {
  if (!mayAnswer(await requireClaim(claimId, tx), role))
    throw new RefusalError(`Claim ${claimId} is about a withdrawal: it needs the role finance.`)
}

async function describe(
  answer: StepResult,
  tx: Tx,
  claimId: number,
  effect: string,
  text?: string,
): Promise<Change> {
  const { claim, before } = requireDone(answer, 'id', {
    ...(await explainSteps(claimId, tx)),
    'other-kind': {
      text: `Claim ${claimId} is about no order of a visit: answer it.`,
      next: [see('claims answer', { id: claimId })],
    },
  })
  return {
    effect,
    ...(text !== undefined && { facts: [describeText(text)] }),
    notes: [`Member ${claim.user_id} is notified.`],
    changed: describeStateChange(before, claim),
  }
}

export const send = defineChange({
  name: 'claims send',
  title: 'Note that a claim was sent',
  summary: 'note that the store or its network was asked; the member sees the day',
  role: 'support',
  input: { id: claimNumber },
  present,
  run: async ({ id: claimId }, _, tx) =>
    describe(await sendClaim(claimId, tx), tx, claimId, `Notes claim ${claimId} as sent to the store`),
})

export const sendEach = defineEach({
  name: 'claims send-each',
  title: 'Note that claims were sent',
  summary: 'note of several claims that the store or its network was asked',
  of: send,
  one: 'claim',
  verb: 'Notes as sent to the store:',
  toRecord: (claimId) => see('claims show', { id: claimId }),
})

export const answer = defineChange({
  name: 'claims answer',
  title: 'Answer a claim',
  summary: 'write to the member; moves no money',
  role: 'support',
  input: {
    id: claimNumber,
    kind: field
      .choice(
        'interim: the claim stays in its state, and can still be sent to the store; final, also where nothing is said: it is answered',
        ['interim', 'final'],
        { atDesk: 'required' },
      )
      .optional(),
    text: replyText('the answer, for the member'),
  },
  present,
  async run({ id: claimId, kind = 'final', text: words }, context, tx) {
    await requireFinance(claimId, context, tx)
    if (kind === 'final')
      return describe(await answerClaim(claimId, words, tx), tx, claimId, `Answers claim ${claimId}`, words)
    const written = await writeToClaimant(claimId, words, tx)
    const stays = written.ok ? `, which stays ${written.claim.state}` : ''
    return describe(written, tx, claimId, `Writes to the member about claim ${claimId}${stays}`, words)
  },
})

type Answering = ChangeOperation<{ id: number; kind?: 'interim' | 'final'; text: string }>

/** Each row says what the claim has, read under its lock: what comes after the preview is seen before it is answered. */
const answerSeen: Operation = {
  ...answer,
  async run(input: { id: number; kind?: 'interim' | 'final'; text: string }, context: Context, tx: Tx) {
    const { state, messages, proofs } = await readClaimToAnswer(input.id, tx)
    const done = await (answer as Answering).run(input, context, tx)
    const seen = [
      // An interim one names it.
      ...(input.kind === 'interim' ? [] : [state]),
      formatCount(messages, 'message'),
      formatCount(proofs, 'proof'),
    ]
    return { ...done, effect: `${done.effect} (${seen.join(', ')})` }
  },
} as Answering

export const answerEach = defineEach({
  name: 'claims answer-each',
  title: 'Answer claims',
  summary: 'write the same to the members of several claims; moves no money',
  of: answerSeen,
  one: 'claim',
  verb: 'Answers',
  shared: ['text'],
  toRecord: (claimId) => see('claims show', { id: claimId }),
})

export const decline = defineChange({
  name: 'claims decline',
  title: 'Decline a claim',
  summary: 'decline a claim, with the reason; the member may appeal once',
  role: 'support',
  confirm: 'ask',
  input: { id: claimNumber, reason: declineReason, text: replyText('why, for the member') },
  present,
  async run({ id: claimId, reason, text: words }, context, tx) {
    await requireFinance(claimId, context, tx)
    return describe(
      await declineClaim(claimId, toReason(reason), words, tx),
      tx,
      claimId,
      `Declines claim ${claimId}: ${moneyMessages.declineReasons[reason]}`,
      words,
    )
  },
})
