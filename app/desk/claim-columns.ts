import { paise } from '~/platform/formats/money'
import { listCaseSales, type CaseSale } from '~/domain/tracking/claim-credits.server'
import { type Claim, type ClaimMessage, isOrderKind } from '~/domain/tracking/claim'
import {
  findClaim,
  type ClaimDetail,
  type ListedClaim,
  type Proof,
} from '~/domain/tracking/read-claims.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { noteChange } from './changed'
import { describeColumns, describeRows, type Fact, type Table } from './columns'
import * as field from './fields'
import { refuseNotFound, requireFound } from './lookups.server'
import type { FieldChange } from './operation'
import { nameLastChange } from './present.server'
import { RefusalError } from './refusal'

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

const caseSale = describeColumns<CaseSale>()
const CASE_SALE_COLUMNS = [
  caseSale.sale('sale', ({ id: saleId }) => saleId),
  caseSale.state('status', { title: 'state' }),
  caseSale.money('of_the_order', ({ sale_paise }) => sale_paise, { title: 'of the order' }),
  caseSale.text('order_number', { title: 'order' }),
  caseSale.money('cashback', ({ pending_paise, granted_paise }) => pending_paise + granted_paise),
  caseSale.text('visit'),
  caseSale.time('visited', ({ visitedAt }) => visitedAt),
  caseSale.time('created_at', { title: 'reported' }),
]

/** The sales to compare a claimed order with before it is credited; none for a claim about no order. */
export async function describeCaseSales(
  claim: Claim,
  amount: bigint | null,
  reader: Reader = db,
): Promise<Table[]> {
  if (!isOrderKind(claim.kind)) return []
  const sales = await listCaseSales(reader, claim, amount === null ? null : paise(amount))
  const select = (isOfVisit: boolean) => sales.filter((sale) => sale.isOfVisit === isOfVisit)
  return [
    describeRows('sales_of_visit', CASE_SALE_COLUMNS, select(true), {
      title: 'Sales of this visit',
      none: 'No network has reported a sale of this visit.',
    }),
    describeRows('like_sales', CASE_SALE_COLUMNS, select(false), {
      title: 'Other sales of the member at this store, of a near day or amount',
      none: 'The member has no other sale at this store of a near day or amount.',
    }),
  ]
}

export const claimNumber = field.listNumber

export const replyText = (description: string) =>
  field.text(description, { most: 1000, isLong: true, isReply: true })

export const describeText = (text: string): Fact => ({
  name: 'text',
  title: 'the member reads',
  kind: 'text',
  value: text,
})

export const requireClaim = async (claimId: number, reader: Reader): Promise<ClaimDetail> =>
  requireFound(await findClaim(claimId, reader), `claim ${claimId}`, 'claims list')

export const describeStateChange = (before: Claim, after: Claim): FieldChange[] => [
  noteChange(`claim ${after.id}`, 'state', before.state, after.state),
]

export async function explainSteps(claimId: number, tx: Tx) {
  const last = await nameLastChange(`claim ${claimId}`, tx)
  return {
    'not-found': refuseNotFound(`claim ${claimId}`, 'claims list', 'id'),
    deleted: new RefusalError(`The member of claim ${claimId} has deleted the account.`, 'id'),
    'other-state': ({ claim }: { claim: Claim }) =>
      new RefusalError(`Claim ${claimId} is ${claim.state} already${last}.`, 'id'),
  }
}
