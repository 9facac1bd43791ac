import { paise } from '~/platform/formats/money'
import { listAdjustments, previewAdjustment } from '~/domain/books/adjustments.server'
import { db } from '~/platform/db/client.server'
import { listJournal, type JournalEntry } from '~/domain/books/journal.server'
import { add, approve, refuse } from './adjustments/changes'
import { ADJUSTMENT_COLUMNS, describeAdjustment, describeEffect } from './adjustment-columns'
import { explainWait, readWait } from './approvals.server'
import { explainAdjustmentRefusals, requireAdjustment } from './adjustments/refusals'
import { describeColumns, describeData, describeRows, describeWhole } from './columns'
import { defineList, defineRecord } from './define'
import * as field from './fields'
import { readFilter } from './lookups.server'
import { see, type Topic } from './operation'
import { refuseFor } from './refusal'

const list = defineList({
  name: 'adjustments list',
  title: 'Adjustments',
  summary: 'newest first',
  role: 'support',
  input: {
    state: field.choice('only those in one state', ['waiting', 'applied', 'refused']).optional(),
    member: field.member('only of one member').optional(),
    ...field.days('requested'),
  },
  one: 'adjustment',
  starts: [see('adjustments add')],
  columns: ADJUSTMENT_COLUMNS,
  read: async (filter, page) => listAdjustments(await readFilter(filter), page),
  key: ({ id }) => id,
})

/** An adjustment has at most a credit and a repayment, or a debit and a debt. */
const MOST_ENTRIES = 10

const entry = describeColumns<JournalEntry>()
const ENTRY_COLUMNS = [
  ...entry.data('id'),
  entry.time('at', { only: 'data' }),
  entry.text('reference'),
  entry.text('kind', { only: 'data' }),
  ...entry.own('debit', 'credit', 'amount'),
  ...entry.data('corrects'),
]

const show = defineRecord({
  name: 'adjustments show',
  title: 'Adjustment',
  summary: 'one adjustment with its entries; of one that waits, what approval would do now',
  role: 'support',
  input: { id: field.listNumber },
  async read({ id }) {
    const found = await requireAdjustment(id, db)
    const entries = await listJournal({ adjustment: id }, { limit: MOST_ENTRIES })
    const facts = { userId: found.user_id, kind: found.kind, amount: paise(found.amount_paise) }
    const isWaiting = found.state === 'waiting'
    const previewed = isWaiting ? await previewAdjustment(facts) : null
    const refusal = previewed && !previewed.ok ? previewed : null
    return {
      title: `Adjustment ${id}: ${describeAdjustment(found)} for member ${found.user_id}, ${found.state}`,
      facts: [
        ...describeWhole(ADJUSTMENT_COLUMNS, found),
        ...describeData('state', { impossible: refusal && refusal.reason }),
      ],
      tables: [
        describeRows('entries', ENTRY_COLUMNS, entries),
        ...(previewed?.ok ? describeEffect(previewed.effect, 'If it is approved now') : []),
      ],
      notes: [
        ...(refusal ? [refuseFor(refusal, null, explainAdjustmentRefusals(facts)).message] : []),
        ...(isWaiting ? [explainWait(await readWait(found, 'finance', db))] : []),
      ],
      next: isWaiting
        ? ['approve', 'refuse'].map((name) => ({ operation: `adjustments ${name}`, input: { id } }))
        : [],
    }
  },
})

export const topic: Topic = {
  operations: [add, list, show, approve, refuse],
  help: `
credit adds to a wallet what the member earned and did not get; debit takes back what was credited in error: what the wallet does
not have becomes a debt, and requested withdrawals are cancelled for it. goodwill is a gift. write-off forgives a debt.
The member is notified of the reason: write it for the member, without names of other people.

Above FOUR_EYES_ABOVE an adjustment waits until another person approves it; where nobody independent may, the same person does
after 24 hours and within seven days. With a key
it may be given again: the same key is one adjustment.`,
  examples: `
Examples:
  $ adjustments add --member 9000000001 --kind credit --amount 120 --sale 12 --reason "The store confirmed the order"
  $ adjustments add --member 1002 --kind goodwill --amount 50 --reason "For the long wait" --key ticket-481 --yes
  $ adjustments list --state waiting
  $ adjustments approve 7`,
}
