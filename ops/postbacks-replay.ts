import type { Command } from 'commander'
import type { InboxRow } from '~/tracking/inbox-row.server'
import { listReplayable, type PostbackFilter } from '~/tracking/list-postbacks.server'
import { replayPostback } from '~/tracking/quarantine.server'
import { forScripts, postbackTable, requirePostback } from './postbacks-list'
import { networkOption, reasonOption } from './postbacks-options'
import { refusalOf } from './postbacks-resolve'
import { counted } from './shown'
import { type Answers, confirm, readId, say, sayJson } from './terminal'

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
  if (!ids?.length) await confirm(`Apply ${counted(wanted.length, 'postback')} again?`, { yes })
  const rows: InboxRow[] = []
  for (const id of wanted) {
    const answer = await replayPostback(id)
    if (!answer.ok) throw refusalOf(id, answer)
    rows.push(await requirePostback(id))
  }
  if (json) return sayJson(rows.map(forScripts))
  if (!rows.length) return say`Nothing is in quarantine.`
  say(postbackTable(rows))
}
