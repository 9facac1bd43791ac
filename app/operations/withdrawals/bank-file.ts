import { formatCount } from '~/formats/count'
import { formatRupees } from '~/formats/money'
import { writeBankWorkbook } from '~/wallet/payout/bank-file.server'
import {
  recordWritten,
  type BatchFile,
  type BatchOutcome,
  type BatchOmissions,
} from '~/wallet/payout/batches.server'
import { describeData } from '../columns'
import { noteIf, type JobAnswer } from '../operation'
import { refuseAll, refuseFor, type Reasons, type ExtractRefusal } from '../refusal'
import { explainRefusals } from './refusals'

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
    { name: `batch-${batch.id}.xlsx`, content: await writeBankWorkbook(table) },
  ],
  unwritten: `Batch ${batch.id} is made. Write its file again: \`withdrawals reprint ${batch.id} --out FILE\``,
  written: () => recordWritten(batch.id),
})

export const NO_BATCH: Reasons<ExtractRefusal<BatchOutcome>> = {
  nothing:
    'Nothing waits for the bank. `withdrawals approve` and --approve take in what is requested; what went into a file before is in `withdrawals batches`.',
  'none-payable': (none) =>
    none.keptBack.length
      ? refuseAll(describeLeftOut(none))
      : `${nameAll(none.unopened)}: no account opens under DATA_KEY, nor under DATA_KEYS_OLD. Is DATA_KEY the one of the server?`,
}

export function describeLeftOut({ unopened, keptBack }: BatchOmissions): string[] {
  return [
    ...keptBack.map(
      ({ id, because }) => `Left out: ${refuseFor(because, null, explainRefusals(id, 'exported')).message}`,
    ),
    ...noteIf(
      unopened.length,
      `Left out, because the account cannot be decrypted with DATA_KEY or DATA_KEYS_OLD: ${nameAll(unopened)}. \`keys status\` shows which key is missing; \`withdrawals fail\` gives the money back.`,
    ),
  ]
}

export const nameAll = (ids: readonly number[]) =>
  `${ids.length === 1 ? 'withdrawal' : 'withdrawals'} ${ids.join(', ')}`
