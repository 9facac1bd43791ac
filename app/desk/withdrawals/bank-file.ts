import { formatCount } from '~/platform/formats/count'
import { formatRupees } from '~/platform/formats/money'
import {
  buildBankWorkbook,
  type BatchFile,
  type BatchOutcome,
  type BatchOmissions,
} from '~/domain/wallet/bank-files.server'
import { describeData } from '../columns'
import { listIf, see, type Hint, type JobAnswer, type Next } from '../operation'
import { refuseAll, refuseFor, type Reasons, type ExtractRefusal } from '../refusal'
import { explainWithdrawalRefusals } from './refusals'

/** The batch is stored already: if its file cannot be written, no other file gets its withdrawals. */
export const describeBatch = async ({ batch, table, csv }: BatchFile): Promise<JobAnswer> => ({
  effect: `Makes batch ${batch.id} for the bank: ${formatCount(batch.count, 'withdrawal')}, ${formatRupees(batch.sum_paise)}`,
  facts: [
    ...describeData('count', { batch: batch.id, count: batch.count }),
    ...describeData('money', { sum: batch.sum_paise }),
    ...describeData('text', { sha256: batch.sha256 }),
  ],
  notes: [
    'The file contains account numbers. A spreadsheet changes the long ones of the CSV: upload it as it is, and open the .xlsx, where they are text.',
  ],
  files: [
    { name: `batch-${batch.id}.csv`, content: csv },
    { name: `batch-${batch.id}.xlsx`, content: await buildBankWorkbook(table) },
  ],
  unwritten: { text: `Batch ${batch.id} is made. Write its file again.`, next: [seeReprint(batch.id)] },
  next: [see('withdrawals import')],
  batch: batch.id,
})

export const NO_BATCH: Reasons<ExtractRefusal<BatchOutcome>> = {
  nothing: {
    text: 'Nothing waits for the bank. What is requested has to be approved first; what went into a file before is in its batch.',
    next: [see('withdrawals list', { status: 'requested' }), see('withdrawals batches')],
  },
  'none-payable': (none) =>
    none.keptBack.length
      ? refuseAll(describeLeftOut(none))
      : `${nameAll(none.undecryptable)}: no account opens under DATA_KEY, nor under DATA_KEYS_OLD. Is DATA_KEY the one of the server?`,
}

export const seeReprint = (batch: number): Next => see('withdrawals reprint', { batch })

export function describeLeftOut({ undecryptable, keptBack }: BatchOmissions): Hint[] {
  return [
    ...keptBack.map(({ id, because }) => {
      const { message, fields, next } = refuseFor(because, null, explainWithdrawalRefusals(id, 'exported'))
      return { text: `Left out: ${message}`, fields, next }
    }),
    ...listIf(undecryptable.length, {
      text: `Left out, because the account cannot be decrypted with DATA_KEY or DATA_KEYS_OLD: ${nameAll(undecryptable)}. Who runs the server finds the key that is missing; otherwise fail them, which gives the money back.`,
      next: [see('withdrawals list', { status: 'processing' })],
    }),
  ]
}

export const nameAll = (ids: readonly number[]) =>
  `${ids.length === 1 ? 'withdrawal' : 'withdrawals'} ${ids.join(', ')}`
