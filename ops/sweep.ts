import { quietPrefix } from './command-name'
import { Command } from 'commander'
import { sweep } from '~/privacy/sweep.server'
import { counted } from './shown'
import { say, sayJson } from './terminal'

export function sweepCommand(): Command {
  return new Command('sweep')
    .option('--json', 'print a JSON object')
    .addHelpText('after', `\nThe server does it by itself once an hour. Example:\n  $ ${quietPrefix()} sweep`)
    .action(async ({ json }: { json?: boolean }) => {
      const swept = await sweep()
      if (json) return sayJson(swept)
      say`Cleared away: ${counted(swept.sessions, 'sign-in')}, ${counted(swept.codes, 'code')}, ${counted(swept.limits, 'count')}, ${counted(swept.places, 'place')} of sign-up, ${counted(swept.signals, 'signal')}, ${counted(swept.departures, 'number')} of deleted accounts; ${counted(swept.clicks, 'click')} of over a year ago told apart no more.`
    })
}
