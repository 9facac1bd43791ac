import { formatRupees } from '~/platform/formats/money'
import { moveLeftDebt } from '~/domain/privacy/inherited-debt.server'
import { clearSignal, upholdSignal, type Signal } from '~/domain/signals/review.server'
import { noteChange } from '../changed'
import { describeFacts, describeRow } from '../columns'
import { defineChange } from '../define'
import { defineEach } from '../each-chosen'
import type { ChangeName } from '../effects'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { RefusalError } from '../refusal'
import { nameMembers, requireSignal, SIGNAL_COLUMNS } from './columns'
import { see, type Remark } from '../operation'

const defineDecision = (
  state: 'cleared' | 'upheld',
  decide: typeof clearSignal | typeof upholdSignal,
  outcome: string,
  about: { name: ChangeName; title: string; summary: string },
) =>
  defineChange({
    ...about,
    role: 'finance',
    confirm: 'ask',
    input: { id: field.listNumber, reason: field.text('what you found') },
    async run({ id, reason }, context, tx) {
      const before = await requireSignal(id, tx)
      if (state === 'cleared')
        for (const member of before.members) await requireNoGain(context, member.id, tx)
      const was = getState(before)
      if (!(await decide(id, reason, tx)).ok) throw new RefusalError(`Signal ${id} is ${was} already.`)
      const debt =
        state === 'upheld' && before.kind === 'left-debt' ? await moveLeftDebt(tx, before.facts) : null
      const takesOver = debt !== null && debt.moved > 0n
      return {
        effect: `${state === 'cleared' ? 'Clears' : 'Upholds'} signal ${id} (${before.kind}, ${nameMembers(before.members, 4)}): ${outcome}`,
        facts: [
          ...describeRow(SIGNAL_COLUMNS, await requireSignal(id, tx)),
          // Notes are no part of what was agreed to: another debt must be another preview.
          ...(takesOver ? describeFacts('money', { amount: debt.moved }) : []),
        ],
        notes: debt ? [describeMovedDebt(debt)] : [],
        changed: [
          noteChange(`signal ${id}`, 'state', was, state),
          ...(takesOver
            ? [noteChange(`member ${debt.memberId}`, 'debt taken over', null, formatRupees(debt.moved))]
            : []),
        ],
      }
    },
  })

export const clear = defineDecision(
  'cleared',
  clearSignal,
  'the same facts about the same members raise none again',
  {
    name: 'signals clear',
    title: 'Clear a signal',
    summary: 'resolve a signal: record what you found; its members’ withdrawals can be approved again',
  },
)

export const uphold = defineDecision(
  'upheld',
  upholdSignal,
  'referral income of its members comes to nothing until it is cleared',
  {
    name: 'signals uphold',
    title: 'Uphold a signal',
    summary: 'confirm that it is fraud: referral income of its members comes to nothing',
  },
)

const each = { one: 'signal', toRecord: (id: number) => see('signals show', { id }) }

export const clearEach = defineEach({
  ...each,
  name: 'signals clear-each',
  title: 'Clear signals',
  summary: 'resolve several signals for one reason; their members’ withdrawals can be approved again',
  of: clear,
  verb: 'Clears',
})

export const upholdEach = defineEach({
  ...each,
  name: 'signals uphold-each',
  title: 'Uphold signals',
  summary: 'confirm of several signals that it is fraud',
  of: uphold,
  verb: 'Upholds',
})

const describeMovedDebt = ({ moved, memberId }: Awaited<ReturnType<typeof moveLeftDebt>>): Remark =>
  moved > 0n
    ? {
        text: `Member ${memberId} takes over the debt of ${formatRupees(moved)}, and is told. Lifting it takes it back.`,
        next: [see('users lift', { user: memberId })],
      }
    : `No debt is left to move to member ${memberId}.`

const getState = ({ cleared_at, upheld_at }: Signal) =>
  cleared_at ? 'cleared' : upheld_at ? 'upheld' : 'open'
