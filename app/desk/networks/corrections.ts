import type { NetworkName } from '~/platform/config/networks'
import { formatRupees } from '~/platform/formats/money'
import { allocateAdvance, reverseSettlement, writeOffSales } from '~/domain/books/network-payments.server'
import { noteChange } from '../changed'
import { forMonth, DAY_REFUSALS } from '../closed-days'
import { describeData } from '../columns'
import { defineChange } from '../define'
import * as field from '../fields'
import { readFilter } from '../lookups.server'
import { RefusalError, requireDone } from '../refusal'
import { atLeastOne } from '../relations'
import { refuseLines } from '../table-files'
import {
  columns,
  describeNew,
  describePosting,
  explainLine,
  explainMisfit,
  network,
  readInvoice,
  reason,
  requireSettlement,
  settlement,
} from './posting'
import { see } from '../operation'

export const allocate = defineChange({
  name: 'networks allocate',
  title: 'Spend an advance',
  summary: 'settle sales out of an advance, what a payment had too much',
  role: 'finance',
  confirm: 'money',
  input: {
    settlement,
    file: field.file('the sales that it pays, in CSV, as their statement', { place: 'argument' }).optional(),
    columns,
  },
  async run({ settlement: id, file, columns: headings }, _, tx) {
    const { network: of } = await requireSettlement(id, tx)
    const lines = file ? await readInvoice(of as NetworkName, file, headings) : null
    const none = `Settlement ${id} has no advance: sales have taken all of it.`
    const posting = requireDone(await allocateAdvance(id, lines, tx), 'settlement', {
      lines: (refusal) => refuseLines(refusal.lines!.map(explainLine)),
      'no-advance': none,
      unknown: none,
    })
    const { settled, advance } = posting
    return {
      ...describePosting(of, posting),
      effect: `Settles sales with ${formatRupees(settled - advance)} of the advance of ${formatRupees(settled)}`,
      notes: posting.misfits.map(explainMisfit),
      changed: [noteChange(`settlement ${id}`, 'advance', String(settled), String(advance))],
    }
  },
})

export const writeOff = defineChange({
  name: 'networks write-off',
  title: 'Write off commission',
  summary: 'write off commission that a network will not pay',
  role: 'finance',
  confirm: 'money',
  input: {
    network,
    ...field.days('all that is open of sales first reported'),
    sale: field.several(field.sale('what is open of these sales')).optional(),
    reason,
    forMonth,
  },
  relations: [atLeastOne('sale', 'from', 'to')],
  async run({ network: of, sale, from, to, ...facts }, { by }, tx) {
    const period = await readFilter({ from, to })
    const answer = await writeOffSales({ ...facts, network: of, sales: sale, period, madeBy: by }, tx)
    const posting = requireDone(answer, 'forMonth', {
      ...DAY_REFUSALS,
      'nothing-open': new RefusalError('Nothing is open of such sales.', undefined, {
        next: [see('networks open-sales', { network: of })],
      }),
      'sums-to-nothing': new RefusalError('What is open of them adds up to nothing: choose fewer.'),
    })
    return {
      ...describePosting(of, posting),
      effect: `Writes off ${formatRupees(posting.settled)} that ${of} owes`,
    }
  },
})

export const reverse = defineChange({
  name: 'networks reverse',
  title: 'Take back a posting',
  summary: 'take back a payment or a write-off that was posted by mistake',
  role: 'finance',
  confirm: 'money',
  input: { settlement, reason },
  async run({ settlement: id, reason: why }, { by }, tx) {
    const { network: of, kind, reference, settled_paise } = await requireSettlement(id, tx)
    const reversed = `Settlement ${id} is reversed already.`
    const reversal = requireDone(await reverseSettlement(id, { reason: why, madeBy: by }, tx), 'settlement', {
      'is-reversal': `Settlement ${id} is a reversal. Post the payment again instead.`,
      unknown: reversed,
      reversed,
    })
    return {
      effect: `Takes back the ${kind} ${reference ?? id} of ${of}, ${formatRupees(settled_paise)}`,
      facts: [
        ...describeData('id', { settlement: id }),
        { name: 'reversed_by', kind: 'id', value: reversal.id, isAssigned: true },
      ],
      changed: [describeNew(reversal.id, -settled_paise)],
    }
  },
})
