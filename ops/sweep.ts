import { getQuietPrefix } from './command-name'
import { Command } from 'commander'
import { sweep } from '~/domain/privacy/sweep.server'
import { formatCount } from '~/platform/formats/count'
import { print, printJson } from './terminal'

export function createSweepCommand(): Command {
  return new Command('sweep')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `\nThe server does it by itself once an hour. Example:\n  $ ${getQuietPrefix()} sweep`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const swept = await sweep()
      if (json) return printJson(swept)
      print`Deleted: ${formatCount(swept.sessions, 'sign-in')}, ${formatCount(swept.codes, 'code')}, ${formatCount(swept.limits, 'count')}, ${formatCount(swept.places, 'place')} of sign-up, ${formatCount(swept.signals, 'signal')}, ${formatCount(swept.departures, 'number')} of deleted accounts. Removed the visitor of ${formatCount(swept.clicks, 'click')} older than a year.`
    })
}
