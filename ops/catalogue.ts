import { Command } from 'commander'
import { hideCampaign, unhideCampaign } from '~/catalog/manual-overrides.server'
import { rankCatalogue } from '~/catalog/ranking.server'
import { addHolding } from './catalogue-holding'
import { addImport, readRows, generate } from './catalogue-import-command'
import { list } from './catalogue-list'
import { commandPrefix } from './command-name'
import { listCommand } from './list-options'
import { NO_CAMPAIGN } from './offers'
import { readText, RefusedCommand, print, printJson } from './terminal'

export function catalogueCommands(): Command {
  const group = new Command('catalogue')
  addImport(group)
  group
    .command('rank')
    .description('rank brands and offers by their clicks of the last 30 days')
    .option('--json', 'print a JSON object')
    .action(rank)
  listCommand(group, { description: 'offers, newest first', store: 'only offers of one store', csv: true })
    .option('--source <name>', 'only offers of one feed')
    .option('--search <word>', 'only offers with this in the title, the slug or the store’s name')
    .action(list)
  group
    .command('hide')
    .description('hide an offer on all pages; imports do not restore it')
    .argument('<campaign>', 'its number or slug, as `catalogue list` shows them')
    .requiredOption('--reason <words>', 'internal reason', readText)
    .action(hide)
  group
    .command('unhide')
    .description('show a hidden offer again')
    .argument('<campaign>', 'its number or slug')
    .action(unhide)
  addHolding(group)
  group
    .command('generate')
    .description('add invented offers until there are that many; for trials of size')
    .requiredOption('--rows <number>', 'how many offers, at most 5,000,000', readRows)
    .option('-y, --yes', 'allow it outside demo mode; nothing takes these offers out again')
    .addHelpText(
      'after',
      `
Stores by Zipf's law, categories by size, titles of real words; some offers with a code, with dates, to come, ended or
hidden. Run it again with a larger number to add more.

Example:
  $ ${commandPrefix()} catalogue generate --rows 100000`,
    )
    .action(generate)
  return group
}

async function hide(which: string, { reason }: { reason: string }): Promise<void> {
  const hidden = await hideCampaign(which, reason)
  if (!hidden.ok) throw new RefusedCommand(NO_CAMPAIGN)
  print`‘${hidden.campaign.title}’ is on no page any more. \`catalogue unhide ${hidden.campaign.id}\` puts it back.`
}

async function unhide(which: string): Promise<void> {
  const result = await unhideCampaign(which)
  if (!result.ok) throw new RefusedCommand(NO_CAMPAIGN)
  print`‘${result.campaign.title}’ is back, as long as it has begun and has not ended.`
}

async function rank({ json }: { json?: boolean }): Promise<void> {
  await rankCatalogue()
  if (json) return printJson({ ranked: true })
  print`Brands and offers are in the order of their clicks of 30 days.`
}
