import type { Command } from 'commander'
import type { InboxRow } from '~/tracking/inbox-row.server'
import { listReplayable, type PostbackFilter } from '~/tracking/list-postbacks.server'
import { replayPostback } from '~/tracking/quarantine.server'
import { toJson, postbackTable, requirePostback } from './postbacks-list'
import { networkOption, reasonOption } from './postbacks-options'
import { toRefusal } from './postbacks-resolve'
import { formatCount } from './safe-text'
import { type Answers, confirm, readId, print, printJson } from './terminal'

export function addReplay(group: Command): void {
  group
    .command('replay')
    .description('reprocess postbacks that are quarantined or unprocessed')
    .argument('[id...]', 'their numbers in the list; none: all that are in quarantine and match', readIds)
    .addOption(networkOption())
    .addOption(reasonOption())
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON array')
    .action(replay)
}

const readIds = (text: string, before: number[] | undefined) => [...(before ?? []), readId(text)]

async function replay(
  ids: number[] | undefined,
  { yes, json, ...filter }: Answers & PostbackFilter,
): Promise<void> {
  const wanted = ids?.length ? ids : await listReplayable(filter)
  if (!ids?.length) await confirm(`Apply ${formatCount(wanted.length, 'postback')} again?`, { yes })
  const rows: InboxRow[] = []
  for (const id of wanted) {
    const answer = await replayPostback(id)
    if (!answer.ok) throw toRefusal(id, answer)
    rows.push(await requirePostback(id))
  }
  if (json) return printJson(rows.map(toJson))
  if (!rows.length) return print`Nothing is in quarantine.`
  print(postbackTable(rows))
}
