import { formatCount } from '~/formats/count'
import { formatRupees } from '~/formats/money'
import { listApprovable } from '~/wallet/payout/approve-due.server'
import {
  leaveBatch,
  makeBatch,
  recordWritten,
  reprintBatch,
  type BatchFile,
  type Made,
  type RemovedFromBatch,
} from '~/wallet/payout/batches.server'
import { listBatches, listWaiting, type ListedBatch } from '~/wallet/payout/list-batches.server'
import { approveWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { noteChange } from '../changed'
import { countFacts, describeColumns, describeData } from '../columns'
import { defineChange, defineJob, defineList } from '../define'
import { forEachRow } from '../each-row.server'
import * as field from '../fields'
import { requireNoGain } from '../gains.server'
import { explainNotFound } from '../lookups.server'
import { noteIf, type JobAnswer, type JobContext } from '../operation'
import { refuseAll, Refused } from '../refusal'
import { oneOf } from '../relations'
import { transactChange } from '../run.server'
import { despite, hasLargePayment } from './approve'
import { explainNotMoved } from './refusals'

const column = describeColumns<ListedBatch>()

export const batches = defineList({
  name: 'withdrawals batches',
  title: 'Bank files',
  summary: 'files for the bank, newest first',
  role: 'finance',
  one: 'batch',
  many: 'batches',
  none: 'No file was made for the bank yet.',
  columns: [
    column.id('batch', ({ id }) => id),
    column.time('created_at', { title: 'made' }),
    column.text('made_by', { title: 'by' }),
    column.count('count', { title: 'rows' }),
    column.money('sum'),
    column.count('waiting'),
    column.count('left'),
    column.text('file_name', {
      title: 'file',
      screen: ({ file_name, written_at }) => (written_at ? (file_name ?? 'printed') : 'not written'),
    }),
    ...column.data('written_at'),
    column.text('sha256', { title: 'SHA-256', screen: ({ sha256 }) => sha256.slice(0, 12) }),
  ],
  read: (_, page) => listBatches(page),
  key: ({ id }) => id,
  notes: (rows) =>
    rows
      .filter(({ written_at }) => !written_at)
      .map(
        ({ id }) =>
          `Batch ${id} was made, and its file perhaps not written: \`withdrawals reprint ${id} --out FILE\``,
      ),
})

export const exportForBank = defineJob({
  name: 'withdrawals export',
  title: 'Make a bank file',
  summary: 'a file for the bank (CSV): a new batch of all approved withdrawals that are in no batch yet',
  role: 'finance',
  needsCode: true,
  confirm: 'money',
  makes: 'bank file',
  needsSecondPerson: async ({ approve }) => approve && hasLargePayment(await listApprovable()),
  input: { approve: field.yes('approve requested withdrawals first'), ...despite },
  async run({ approve, despiteDebt, despiteSignal }, context) {
    const overrides = {
      despiteDebt: despiteDebt !== undefined,
      despiteSignal: despiteSignal !== undefined,
    }
    const approved = approve ? await approveAll(despiteSignal, context) : NONE
    if (!context.apply) return describePreview(approved, await previewBatch(context.by, overrides))
    const made = await makeBatch(context.by, context.fileName, overrides)
    if (!made.ok) throw explainNone(made)
    const answer = describeBatch(made)
    return { ...answer, problems: [...approved.problems, ...describeLeftOut(made)] }
  },
})

interface Approved {
  count: number
  sum: bigint
  problems: string[]
}

const NONE: Approved = { count: 0, sum: 0n, problems: [] }

class Preview extends Error {
  constructor(readonly made: Made) {
    super('a preview')
  }
}

/** What the batch would be now; nothing is stored. */
async function previewBatch(by: string, overrides: Parameters<typeof makeBatch>[2]): Promise<Made> {
  try {
    return await transactChange(async (tx) => {
      throw new Preview(await makeBatch(by, null, overrides, tx))
    })
  } catch (error) {
    if (error instanceof Preview) return error.made
    throw error
  }
}

function describePreview(approved: Approved, made: Made): JobAnswer {
  if (!made.ok && !approved.count) throw explainNone(made)
  const count = approved.count + (made.ok ? made.batch.count : 0)
  const sum = approved.sum + (made.ok ? made.batch.sum_paise : 0n)
  return {
    effect: `Makes a file for the bank: ${formatCount(count, 'withdrawal')}, ${formatRupees(sum)}`,
    notes: noteIf(approved.count, `It approves ${formatCount(approved.count, 'withdrawal')} first.`),
    problems: [...approved.problems, ...(made.ok ? describeLeftOut(made) : [])],
  }
}

/** A member may cancel one in the meantime; only an open signal is reported. */
async function approveAll(despiteSignal: string | undefined, context: JobContext): Promise<Approved> {
  const problems: string[] = []
  const outcomes = await forEachRow(
    await listApprovable(),
    context,
    (id) => `withdrawal ${id}`,
    async (id, tx) => {
      const answer = await approveWithdrawal(id, { despiteSignal }, tx)
      if (answer.ok) {
        await requireNoGain(context, answer.withdrawal.user_id, tx)
        return answer.withdrawal
      }
      const refusal = explainNotMoved(answer, id, 'approved')
      if (answer.reason === 'signal-open') problems.push(refusal)
      throw new Refused(refusal)
    },
  )
  const done = outcomes.flatMap((outcome) => outcome.done ?? [])
  return { count: done.length, sum: done.reduce((sum, { amount_paise }) => sum + amount_paise, 0n), problems }
}

export const reprint = defineJob({
  name: 'withdrawals reprint',
  title: 'Write a bank file again',
  summary: 'the file of an earlier batch again, unchanged',
  role: 'finance',
  needsCode: true,
  makes: 'bank file',
  input: { batch: field.id('its number in `withdrawals batches`', { place: 'argument' }) },
  async run({ batch }) {
    const found = await reprintBatch(batch)
    if (found.ok) return describeBatch(found)
    if (found.reason === 'not-found')
      throw new Refused(explainNotFound(`batch ${batch}`, 'withdrawals batches'), 'batch')
    const why = found.unopened.length
      ? `${nameAll(found.unopened)} cannot be opened any more: erased with its owner's account, or sealed under a key that is not in DATA_KEY and DATA_KEYS_OLD`
      : 'the accounts open, and make other bytes than before'
    throw new Refused(
      `Batch ${batch} cannot be printed as it was: its file would differ from the hash that it was made with (${why}).`,
    )
  },
})

/** The batch is stored already: if its file cannot be written, no other file gets its withdrawals. */
const describeBatch = ({ batch, csv }: BatchFile): JobAnswer => ({
  effect: `Makes batch ${batch.id} for the bank: ${formatCount(batch.count, 'withdrawal')}, ${formatRupees(batch.sum_paise)}`,
  facts: [
    ...countFacts({ batch: batch.id, count: batch.count }),
    ...describeData('money', { sum: batch.sum_paise }),
    ...describeData('text', { sha256: batch.sha256 }),
  ],
  notes: ['The file contains account numbers.'],
  file: { name: `batch-${batch.id}.csv`, content: csv },
  unwritten: `Batch ${batch.id} is made. Write its file again: \`withdrawals reprint ${batch.id} --out FILE\``,
  written: () => recordWritten(batch.id),
})

function explainNone(made: Exclude<Made, { ok: true }>): Refused {
  if (made.reason === 'nothing')
    return new Refused(
      'Nothing waits for the bank. `withdrawals approve` and --approve take in what is requested; what went into a file before is in `withdrawals batches`.',
    )
  if (made.keptBack.length) return refuseAll(describeLeftOut(made))
  return new Refused(
    `${nameAll(made.unopened)}: no account opens under DATA_KEY, nor under DATA_KEYS_OLD. Is DATA_KEY the one of the server?`,
  )
}

function describeLeftOut({ unopened, keptBack }: RemovedFromBatch): string[] {
  return [
    ...keptBack.map(({ id, because }) => `Left out: ${explainNotMoved(because, id, 'exported')}`),
    ...noteIf(
      unopened.length,
      `Left out, because the account cannot be decrypted with DATA_KEY or DATA_KEYS_OLD: ${nameAll(unopened)}. \`keys status\` shows which key is missing; \`withdrawals fail\` gives the money back.`,
    ),
  ]
}

const nameAll = (ids: readonly number[]) =>
  `${ids.length === 1 ? 'withdrawal' : 'withdrawals'} ${ids.join(', ')}`

export const unbatch = defineChange({
  name: 'withdrawals unbatch',
  title: 'Take out of a bank file',
  summary: 'take withdrawals that the bank rejected from their batch; the next export includes them again',
  role: 'finance',
  confirm: 'money',
  input: {
    ids: field.several(field.id('their numbers in the list', { place: 'argument' })).optional(),
    batch: field
      .id('all withdrawals of this batch that are still open', { placeholder: 'number' })
      .optional(),
    reason: field.text('reason given by the bank'),
  },
  relations: [oneOf('ids', 'batch')],
  async run({ ids: numbers = [], batch, reason }, _, tx) {
    const ids = batch === undefined ? [...new Set(numbers)] : await listWaiting(batch)
    if (!ids.length) throw new Refused(`Nothing of batch ${batch} waits for the bank.`, 'batch')
    const answer = await leaveBatch(ids, reason, tx)
    if (!answer.ok)
      throw new Refused(`In no batch, or settled already: ${nameAll(answer.ids)}. Nothing was done.`)
    return {
      effect: `Takes ${nameAll(ids)} out of the bank file: the next one has them again`,
      notes: ['Do this only if the bank did surely not pay them.'],
      changed: ids.map((id) => noteChange(`withdrawal ${id}`, 'batch', batch ?? null, null)),
    }
  },
})
