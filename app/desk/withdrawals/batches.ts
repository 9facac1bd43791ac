import { leaveBatch, reprintBatch } from '~/domain/wallet/bank-files.server'
import { listBatches, listWaitingWithdrawals, type ListedBatch } from '~/domain/wallet/batches.server'
import { noteChange } from '../changed'
import { describeColumns } from '../columns'
import { defineChange, defineJob, defineList } from '../define'
import * as field from '../fields'
import { refuseNotFound } from '../lookups.server'
import { RefusalError, requireDone } from '../refusal'
import { exactlyOne } from '../relations'
import { describeBatch, nameAll, seeReprint } from './bank-file'
import { see } from '../operation'

const column = describeColumns<ListedBatch>()

export const batches = defineList({
  name: 'withdrawals batches',
  title: 'Bank files',
  summary: 'files for the bank, newest first',
  role: 'finance',
  one: 'batch',
  many: 'batches',
  none: 'No file was made for the bank yet.',
  starts: [see('withdrawals export')],
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
    ...column.data('written_at', 'format'),
    column.text('sha256', { title: 'SHA-256', screen: ({ sha256 }) => sha256.slice(0, 12) }),
  ],
  read: (_, page) => listBatches(page),
  key: ({ id }) => id,
  notes: (rows) =>
    rows
      .filter(({ written_at }) => !written_at)
      .map(({ id }) => ({
        text: `Batch ${id} was made, and its file perhaps not written.`,
        next: [seeReprint(id)],
      })),
})

export const reprint = defineJob({
  name: 'withdrawals reprint',
  title: 'Write a bank file again',
  summary: 'the file of an earlier batch again, unchanged',
  role: 'finance',
  makes: 'bank file',
  input: { batch: field.id('its number in the list of bank files', { place: 'argument' }) },
  async run({ batch }) {
    const found = requireDone(await reprintBatch(batch), null, {
      'not-found': refuseNotFound(`batch ${batch}`, 'withdrawals batches', 'batch'),
      changed: ({ undecryptable }) =>
        `Batch ${batch} cannot be printed as it was: its file would differ from the hash that it was made with (${explainChange(undecryptable)}).`,
    })
    return describeBatch(found)
  },
})

const explainChange = (undecryptable: readonly number[]) =>
  undecryptable.length
    ? `${nameAll(undecryptable)} cannot be opened any more: erased with its owner's account, or sealed under a key that is not in DATA_KEY and DATA_KEYS_OLD`
    : 'the accounts open, and make other bytes than before'

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
  relations: [exactlyOne('ids', 'batch')],
  async run({ ids: numbers = [], batch, reason }, _, tx) {
    const ids = batch === undefined ? [...new Set(numbers)] : await listWaitingWithdrawals(batch, tx)
    if (!ids.length) throw new RefusalError(`Nothing of batch ${batch} waits for the bank.`, 'batch')
    requireDone(await leaveBatch(ids, reason, tx), null, {
      'not-waiting': (refusal) =>
        `In no batch, or settled already: ${nameAll(refusal.ids)}. Nothing was done.`,
    })
    return {
      effect: `Takes ${nameAll(ids)} out of the bank file: the next one has them again`,
      notes: ['Do this only if the bank did surely not pay them.'],
      changed: ids.map((id) => noteChange(`withdrawal ${id}`, 'batch', batch ?? null, null)),
    }
  },
})
