import type { Claim, ClaimMessage } from '~/tracking/claims/claim'
import {
  findClaim,
  type ClaimDetail,
  type ListedClaim,
  type Proof,
} from '~/tracking/claims/read-claims.server'
import { noteChange } from '../changed'
import { describeColumns, type Fact } from '../columns'
import * as field from '../fields'
import { explainNotFound, requireFound } from '../lookups.server'
import type { FieldChange } from '../operation'
import { nameLastChange } from '../present.server'
import { RefusalError } from '../refusal'

const column = describeColumns<ListedClaim>()
const data = { only: 'data' } as const

export const CLAIM_COLUMNS = [
  column.id('id', { title: 'claim' }),
  column.time('created_at', { title: 'received' }),
  column.member('user_id', { title: 'member' }),
  column.name('username', { title: 'name', only: 'screen', width: 24 }),
  column.state('kind'),
  column.state('state'),
  column.store('store', { width: 24 }),
  column.text('visit'),
  column.id('withdrawal', ({ withdrawal_id }) => withdrawal_id),
  column.text('order_number', { title: 'order' }),
  column.money('amount', ({ amount_paise }) => amount_paise, { title: 'of the order' }),
  column.time('answer_by', { title: 'promised by' }),
  column.yes('waits_for_us', { title: 'waits for us' }),
  ...column.data('ended_at', 'appealed_at', 'decline_reason'),
  column.sale('sale', ({ conversion_id }) => conversion_id, data),
  column.id('adjustment', ({ adjustment_id }) => adjustment_id, data),
]

const message = describeColumns<ClaimMessage>()
export const MESSAGE_COLUMNS = [
  message.time('created_at', { title: 'when' }),
  message.text('author', { title: 'by' }),
  message.state('step'),
  message.text('text', ({ body }) => body),
]

const proof = describeColumns<Proof>()
export const PROOF_COLUMNS = [
  proof.id('id', { title: 'proof' }),
  proof.text('media', { title: 'type' }),
  proof.count('size', { title: 'bytes' }),
  proof.time('created_at', { title: 'came' }),
]

export const id = field.listNumber

export const text = (description: string) => field.text(description, { most: 1000, isLong: true })

export const describeText = (text: string): Fact => ({
  name: 'text',
  title: 'the member reads',
  kind: 'text',
  value: text,
})

export const requireClaim = async (claimId: number): Promise<ClaimDetail> =>
  requireFound(await findClaim(claimId), `claim ${claimId}`, 'claims list')

export const describeStateChange = (before: Claim, after: Claim): FieldChange[] => [
  noteChange(`claim ${after.id}`, 'state', before.state, after.state),
]

export async function explainSteps(claimId: number) {
  const last = await nameLastChange(`claim ${claimId}`)
  return {
    'not-found': new RefusalError(explainNotFound(`claim ${claimId}`, 'claims list'), 'id'),
    deleted: new RefusalError(`The member of claim ${claimId} has deleted the account.`, 'id'),
    'other-state': ({ claim }: { claim: Claim }) =>
      new RefusalError(`Claim ${claimId} is ${claim.state} already${last}.`, 'id'),
  }
}
