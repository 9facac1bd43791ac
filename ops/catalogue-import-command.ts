import { type Command, InvalidArgumentError, Option } from 'commander'
import { parsePayout } from '~/catalog/feeds/payout'
import { GRANTED } from '~/formats/amounts'
import { env } from '~/config/env.server'
import { importFeed, readCategory, readSource } from './catalogue-import'
import { commandPrefix } from './command-name'
import { generateCatalogue } from './generate-catalogue'
import { progressBar, RefusedCommand, print } from './terminal'

const FORMATS = ['awin', 'dealdwaar'] as const

export function addImport(group: Command): void {
  group
    .command('import')
    .description('import a feed into the catalogue; idempotent')
    .argument('<file>', 'a .json or .csv file, or - for standard input')
    .option(
      '--source <name>',
      'whose rows these are (default: the file’s name without its ending)',
      readSource,
    )
    .addOption(
      new Option('--format <format>', 'whose feed it is (default: told by its rows)').choices(FORMATS),
    )
    .option(
      '--payout <payout>',
      'for every row, whatever it says itself: 5% or 250; only with --yes',
      checkPayout,
    )
    .option(
      '--category <name=ours>',
      'a category of the feed and the one of ours that it means; may be given several times',
      readCategory,
    )
    .option('--replace', 'end the offers of this source that the feed no longer lists, after counting them')
    .option('--dry-run', 'dry run: report what would be created, changed and ended')
    .option('-y, --yes', 'with --payout: apply it; with --replace: end any number of offers')
    .option('--csv', 'read the file as CSV regardless of its name')
    .option('--json', 'print a JSON object at the end; standard input is JSON unless --csv')
    .addHelpText(
      'after',
      `
Rows that cannot be used are refused with their line and the reason, and the rest goes in. It ends with 1 only when the
file is damaged or nothing of it could be used. docs/feeds.md describes the fields.

--replace reads the feed twice: first it only counts. Where more than 20 percent of the source's live offers would end, or
where a refused row says no id, it does nothing without --yes. A damaged or empty feed ends nothing. A refused row counts as
listed. An offer that a later feed lists again is live again.

--payout sets the rate of a whole feed: without --yes it only shows what would change. A feed's rates that change, and those at
which cashback plus referral exceeds the commission, are listed. \`rates --help\` sets the rate of one store.

Examples:
  $ ${commandPrefix()} catalogue import offers.csv
  $ ${commandPrefix()} catalogue import awin-2026-11.json --source awin --payout 5% --yes
  $ ${commandPrefix()} catalogue import offers.json --category Finance=Services --category "Home Decor=Home-Improvement"
  $ ${commandPrefix()} catalogue import offers.json --replace --dry-run
  $ curl -s https://feeds.example/all.json | ${commandPrefix()} catalogue import - --source example`,
    )
    .action(importFeed)
}

export function readRows(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > 5_000_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 5000000.')
  return Number(text)
}

export async function generate({ rows, yes }: { rows: number; yes?: boolean }): Promise<void> {
  if (!env().demo && !yes)
    throw new RefusedCommand(
      'This is not a demo: shoppers would see invented offers, and nothing removes them again. --yes adds them anyway.',
    )
  const bar = progressBar()
  try {
    await generateCatalogue(rows, { onProgress: (done) => bar.show(done / rows, `${done} offers`) })
  } finally {
    bar.end()
  }
  print`The catalogue has ${rows} generated offers.`
}

function checkPayout(text: string): string {
  if (!parsePayout(text, GRANTED))
    throw new InvalidArgumentError('It must be a percentage such as 5% or an amount such as 250.')
  return text
}
