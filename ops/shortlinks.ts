import { Command } from 'commander'
import { formatDate } from '~/formats/dates'
import { getOfferState } from '~/catalog/offer-state'
import { addShortlink, listShortlinks } from '~/tracking/shortlinks.server'
import { NO_CAMPAIGN, explainNotShown } from './offers'
import { commandPrefix } from './command-name'
import { formatCount, truncate, table, type Column } from './safe-text'
import { RefusedCommand, print, printJson } from './terminal'

export function shortlinkCommands(): Command {
  const group = new Command('shortlinks').addHelpText(
    'after',
    `
Example: /diwali leads to the shop of offer 12
  $ ${commandPrefix()} shortlinks add diwali 12`,
  )
  group
    .command('add')
    .description('create a short link /SLUG to an offer’s shop')
    .argument('<slug>', 'letters, digits and dashes; not the path of a page')
    .argument('<campaign>', 'the offer’s number or slug, as `catalogue list` shows them')
    .option('--json', 'print a JSON object')
    .action(add)
  group.command('list').description('all of them').option('--json', 'print a JSON array').action(list)
  return group
}

const REFUSALS = {
  invalid: 'A shortlink has up to 60 letters, digits and dashes, and no dash at its ends.',
  reserved: 'This address is a page of the site: choose another one.',
  'no-campaign': NO_CAMPAIGN,
  taken: 'This shortlink leads to another offer already.',
}

async function add(slug: string, campaign: string, { json }: { json?: boolean }): Promise<void> {
  const answer = await addShortlink(slug, campaign)
  if (!answer.ok)
    throw new RefusedCommand(
      `/${slug}: ${answer.reason === 'not-shown' ? explainNotShown(answer.campaign, answer.state) : REFUSALS[answer.reason]}`,
    )
  const { shortlink } = answer
  if (json) return printJson(shortlink)
  print`/${shortlink.slug} leads to ‘${shortlink.title}’.`
}

type Row = Awaited<ReturnType<typeof listShortlinks>>[number]

const COLUMNS: readonly Column<Row>[] = [
  { head: 'ADDRESS', cell: ({ slug }) => `/${slug}` },
  { head: 'OFFER', cell: ({ campaign_id }) => String(campaign_id), right: true },
  { head: 'STATE', cell: (row) => getOfferState(row) },
  { head: 'TITLE', cell: ({ title }) => truncate(title, 60) },
  { head: 'SINCE', cell: ({ created_at }) => formatDate(created_at) },
]

async function list({ json }: { json?: boolean }): Promise<void> {
  const rows = await listShortlinks()
  if (json)
    return printJson(
      rows.map(({ slug, campaign_id, title, created_at, ...dates }) => ({
        slug,
        campaign_id,
        title,
        state: getOfferState(dates),
        created_at,
      })),
    )
  if (!rows.length) return print`There are no shortlinks.`
  print`${table(rows, COLUMNS)}\n\n${formatCount(rows.length, 'shortlink')}`
}
