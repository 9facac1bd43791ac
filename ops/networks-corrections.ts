import type { Command } from 'commander'
import { formatRupees, paise } from '~/formats/money'
import type { NetworkName } from '~/config/networks'
import { STATEMENT_FIELDS, type StatementField } from '~/tracking/statement/read-statement'
import { allocateAdvance } from '~/wallet/settlement/network-payments.server'
import { findSettlement } from '~/wallet/settlement/list-settlements.server'
import { reverseSettlement, writeOff } from '~/wallet/settlement/write-offs.server'
import { addForMonth, unfitDaysText } from './closed-days'
import { columnsOption, type ColumnNames } from './file-columns'
import { addDays, readFilter } from './list-options'
import { osUser } from './operator-log'
import {
  addPosting,
  networkArgument,
  postingToJson,
  problemText,
  readInvoice,
  RefusedLines,
  printPosted,
  printSales,
} from './settlement-options'
import { readId, readText, RefusedCommand, print, printJson, UsageError, type Answers } from './terminal'

export function addCorrections(group: Command): void {
  addPosting(
    group
      .command('allocate')
      .description(
        'settle sales out of an advance, what a payment had too much; without --yes it only shows it',
      )
      .argument('<settlement>', 'its number in `networks payments`', readId)
      .argument('[file]', 'the sales that it pays, in the CSV format of `networks statement`')
      .addOption(columnsOption(STATEMENT_FIELDS)),
  ).action(allocate)
  addPosting(
    addForMonth(
      addDays(
        group
          .command('write-off')
          .description('write off commission that a network will not pay; dry run without --yes')
          .addArgument(networkArgument()),
        'all that is open of sales first reported',
      )
        .option(
          '--sale <id...>',
          'what is open of these sales',
          (typed: string, earlier: number[] | undefined) => [...(earlier ?? []), readId(typed)],
        )
        .requiredOption('--reason <text>', 'reason, kept with it', readText),
    ),
  ).action(describeWriteOff)
  addPosting(
    group
      .command('reverse')
      .description(
        'take back a payment or a write-off that was posted by mistake; without --yes it only shows it',
      )
      .argument('<settlement>', 'its number in `networks payments`', readId)
      .requiredOption('--reason <text>', 'reason, kept with it', readText),
  ).action(reverse)
}

async function allocate(
  id: number,
  file: string | undefined,
  { columns, yes, json }: Answers & { columns?: ColumnNames<StatementField> },
): Promise<void> {
  const found = await findSettlement(id)
  const lines =
    file === undefined || !found ? null : await readInvoice(found.network as NetworkName, file, columns)
  const answer = await allocateAdvance(id, { lines, apply: yes === true })
  if (!answer.ok) {
    if (answer.reason === 'lines') throw new RefusedLines(answer.lines!.map(problemText))
    throw new RefusedCommand(
      answer.reason === 'unknown'
        ? noSettlement(id)
        : `Settlement ${id} has no advance: sales have taken all of it.`,
    )
  }
  if (json) return printJson(postingToJson(answer))
  printSales(answer.sales)
  print`${formatRupees(paise(answer.settled - answer.advance))} of the advance of ${formatRupees(answer.settled)}.`
  if (!yes) print`Nothing is done yet. --yes does it.`
}

const noSettlement = (id: number) => `There is no settlement ${id}. \`networks payments\` shows them.`

async function describeWriteOff(
  network: NetworkName,
  options: Answers & { sale?: number[]; reason: string; from?: Date; to?: Date; forMonth?: string },
): Promise<void> {
  const period = await readFilter(options)
  if (!options.sale && !options.from && !options.to)
    throw new UsageError('Say which: --sale with their numbers, or --from and --to.')
  const answer = await writeOff(
    {
      network,
      sales: options.sale,
      period,
      reason: options.reason,
      forMonth: options.forMonth,
      madeBy: osUser(),
    },
    { apply: options.yes === true },
  )
  if (!answer.ok) {
    if (answer.reason === 'closed-day' || answer.reason === 'open-month')
      throw new RefusedCommand(unfitDaysText(answer))
    throw new RefusedCommand(
      answer.reason === 'nothing-open'
        ? 'Nothing is open of such sales. `networks owed` shows what is.'
        : 'What is open of them adds up to nothing: choose fewer.',
    )
  }
  if (options.json) return printJson({ network, ...postingToJson(answer) })
  printSales(answer.sales)
  print`${formatRupees(answer.settled)} is written off.`
  printPosted(answer.id)
}

async function reverse(id: number, { reason, yes, json }: Answers & { reason: string }): Promise<void> {
  const answer = await reverseSettlement(id, { reason, madeBy: osUser(), apply: yes === true })
  if (!answer.ok)
    throw new RefusedCommand(
      {
        unknown: noSettlement(id),
        'is-reversal': `Settlement ${id} is a reversal. Post the payment again instead.`,
        reversed: `Settlement ${id} is reversed already.`,
      }[answer.reason],
    )
  const { settlement } = answer
  if (json) return printJson({ settlement: id, reversed_by: answer.id })
  print`${settlement.network}: ${settlement.kind} ${settlement.reference ?? ''} of ${formatRupees(settlement.settled_paise)} is taken back.`
  printPosted(answer.id)
}
