import type { Command } from 'commander'
import { formatRupees, zero, type Paise } from '~/formats/money'
import type { NetworkName } from '~/config/networks'
import { STATEMENT_FIELDS, type StatementField } from '~/tracking/statement/read-statement'
import type { NewNetworkPayment } from '~/wallet/settlement/network-payment'
import { postNetworkPayment, type PaymentOutcome } from '~/wallet/settlement/network-payments.server'
import { referenceKey } from '~/wallet/reference-key'
import { addForMonth, unfitDaysText } from './closed-days'
import { commandPrefix } from './command-name'
import { columnsOption, type ColumnNames } from './file-columns'
import { addDays, readFilter } from './list-options'
import { osUser } from './operator-log'
import {
  addPosting,
  networkArgument,
  postingToJson,
  problemText,
  readSettlementAmount,
  readInvoice,
  readPastDay,
  RefusedLines,
  printPosted,
  printSales,
} from './settlement-options'
import { lines } from './safe-text'
import { readText, RefusedCommand, print, printJson, UsageError, type Answers } from './terminal'

export function addPaid(group: Command): void {
  addPosting(
    addForMonth(
      addDays(
        group
          .command('paid')
          .description(
            'post a network’s payment against the commission that it owes; without --yes it only shows it',
          )
          .addArgument(networkArgument())
          .argument('[file]', 'the invoice that it pays, in the CSV format of `networks statement`'),
        'settle sales first reported',
      )
        .requiredOption('--amount <rupees>', 'amount credited at the bank', readSettlementAmount)
        .option('--tds <rupees>', 'the tax that the network withheld (default: none)', readSettlementAmount)
        .option(
          '--gst <rupees>',
          'the GST in it, on top of the commission (default: by GST_RATE)',
          readSettlementAmount,
        )
        .requiredOption('--utr <reference>', 'the reference of the payment', readText)
        .requiredOption('--date <day>', 'value date: 2026-11-21, today or yesterday', readPastDay)
        .option('--invoice <number>', 'the number of the invoice', readText)
        .option(
          '--invoiced-on <day>',
          'the date of the invoice: its GST counts in that month (default: the value date)',
          readPastDay,
        )
        .addOption(columnsOption(STATEMENT_FIELDS))
        .option('--on-account', 'record unallocated amounts as an advance of the network'),
    ),
  )
    .addHelpText(
      'after',
      `
With a file it settles the sales that the file lists, by their amounts; without one the oldest sales that are open. What it does
not reach stays open. The same reference again posts nothing.
  $ ${commandPrefix()} networks paid impact october.csv --amount 11600 --tds 200 --utr N3241178 --date 2026-11-21
  $ ${commandPrefix()} networks paid impact october.csv --amount 11600 --tds 200 --utr N3241178 --date 2026-11-21 --yes`,
    )
    .action(paid)
}

interface PaidOptions extends Answers {
  amount: Paise
  tds?: Paise
  gst?: Paise
  utr: string
  date: string
  invoice?: string
  invoicedOn?: string
  forMonth?: string
  from?: Date
  to?: Date
  columns?: ColumnNames<StatementField>
  onAccount?: boolean
}

async function paid(network: NetworkName, file: string | undefined, options: PaidOptions): Promise<void> {
  const period = await readFilter(options)
  if (file !== undefined && (options.from || options.to))
    throw new UsageError(
      '--from and --to choose sales where there is no file; the file says which it settles.',
    )
  if (!referenceKey(options.utr)) throw new UsageError('The reference has neither letters nor digits.')
  if (options.invoicedOn !== undefined && options.invoice === undefined)
    throw new UsageError('--invoiced-on is the date of an invoice: give its number with --invoice.')
  const { amount, tds = zero } = options
  const invoice = file === undefined ? null : await readInvoice(network, file, options.columns)
  const payment: NewNetworkPayment = {
    network,
    reference: options.utr,
    paidOn: options.date,
    amount,
    tds,
    gst: options.gst,
    invoice: options.invoice ?? null,
    invoicedOn: options.invoicedOn,
    forMonth: options.forMonth,
    lines: invoice,
    period,
    onAccount: options.onAccount === true,
    madeBy: osUser(),
  }
  const answer = await postNetworkPayment(payment, { apply: options.yes === true })
  if (!answer.ok) throw toRefusal(answer, payment)
  if (options.json) return printJson({ network, ...postingToJson(answer) })
  if (answer.repeat)
    return print`${payment.reference} is settlement ${answer.id!} already. Nothing is posted.`
  printSales(answer.sales)
  if (answer.misfits.length) print`${lines(answer.misfits.map(problemText))}\n`
  print`${formatRupees(amount)} at the bank, ${formatRupees(tds)} TDS, less ${formatRupees(amount + tds - answer.settled)} GST: ${formatRupees(answer.settled)} of commission.`
  const invoiced = invoice?.reduce((total, { commission }) => total + commission, 0n) ?? 0n
  if (invoiced > answer.settled)
    print`The invoice has ${formatRupees(invoiced)}: ${formatRupees(invoiced - answer.settled)} of it stays open.`
  if (answer.advance > 0n)
    print`${formatRupees(answer.advance)} fits no sale and is an advance: \`networks allocate\` settles sales with it.`
  printPosted(answer.id)
}

function toRefusal(
  answer: Exclude<PaymentOutcome, { ok: true }>,
  { reference }: NewNetworkPayment,
): RefusedCommand {
  switch (answer.reason) {
    case 'reference-used':
      return new RefusedCommand(
        `${reference} is settlement ${answer.settlementId}, with other facts. \`networks payments\` shows it; \`networks reverse\` takes it back.`,
      )
    case 'unfit-days':
      return new RefusedCommand(unfitDaysText(answer.unfit!))
    case 'nothing-settled':
      return new RefusedCommand('After GST no commission remains.')
    case 'lines':
      return new RefusedLines(answer.lines!.map(problemText))
    case 'more-than-open':
      return new RefusedCommand(
        `It settles ${formatRupees(answer.settled!)} of commission, and ${formatRupees(answer.open!)} is open. \`networks statement\` finds what differs; --on-account keeps the rest as an advance.`,
      )
  }
}
