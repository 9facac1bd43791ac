import { Command, InvalidArgumentError } from 'commander'
import { generateCatalogue } from '~/domain/catalog/generate.server'
import { env } from '~/platform/config/env.server'
import { RefusalError } from '~/desk/refusal'
import { getCommandPrefix } from './command-name'
import { createProgressBar, print } from './terminal'

export const createCatalogueCommands = (): Command[] => [
  new Command('generate')
    .description('add invented offers until there are that many; for trials of size')
    .requiredOption('--rows <number>', 'how many offers, at most 5,000,000', readRows)
    .option('-y, --yes', 'allow it outside demo mode; nothing takes these offers out again')
    .addHelpText(
      'after',
      `
Stores by Zipf's law, categories by size, titles of real words; some offers with a code, with dates, to come, ended or
hidden. Run it again with a larger number to add more.

Example:
  $ ${getCommandPrefix()} catalogue generate --rows 100000`,
    )
    .action(generate),
]

function readRows(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > 5_000_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 5000000.')
  return Number(text)
}

async function generate({ rows, yes }: { rows: number; yes?: boolean }): Promise<void> {
  if (!env().demo && !yes)
    throw new RefusalError(
      'This is not a demo: shoppers would see invented offers, and nothing takes them out again. --yes adds them anyway.',
    )
  const bar = createProgressBar()
  try {
    await generateCatalogue(rows, { onProgress: (done) => bar.show(done / rows, `${done} offers`) })
  } finally {
    bar.end()
  }
  print`The catalogue has ${rows} generated offers.`
}
