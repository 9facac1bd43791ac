import { Command, InvalidArgumentError, Option } from 'commander'
import { and, desc, eq } from 'drizzle-orm'
import { parsePayout } from '~/catalog/feeds/payout'
import { rateColumns, withPayout } from '~/catalog/rates/offer-rates.server'
import { hideCampaign, unhideCampaign } from '~/catalog/by-hand.server'
import { rankCatalogue } from '~/catalog/ranking.server'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { env } from '~/config/env.server'
import { formatPayout } from '~/formats/money'
import { addHolding } from './catalogue-holding'
import { importFeed, readCategory } from './catalogue-import'
import { generateCatalogue } from './generate-catalogue'
import { listCommand, readFilter, sayList, type ListOptions } from './list-options'
import { short, text, type Column } from './shown'
import { progressBar, readText, RefusedCommand, say, sayJson } from './terminal'

const FORMATS = ['awin', 'dealdwaar'] as const

export function catalogueCommands(): Command {
  const group = new Command('catalogue').description('import feeds, rank offers, and list the catalogue')
  addImport(group)
  group
    .command('rank')
    .description('rank brands and offers by their clicks of the last 30 days')
    .option('--json', 'print a JSON object')
    .action(rank)
  listCommand(group, { description: 'offers, newest first', store: 'only offers of one store', csv: true })
    .option('--source <name>', 'only offers of one feed')
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
  $ npm run ops -- catalogue generate --rows 100000`,
    )
    .action(generate)
  return group
}

export const NO_CAMPAIGN = 'There is no such offer. `catalogue list` shows their numbers and slugs.'

async function hide(which: string, { reason }: { reason: string }): Promise<void> {
  const hidden = await hideCampaign(which, reason)
  if (!hidden.ok) throw new RefusedCommand(NO_CAMPAIGN)
  say`‘${hidden.campaign.title}’ is on no page any more. \`catalogue unhide ${hidden.campaign.id}\` puts it back.`
}

async function unhide(which: string): Promise<void> {
  const shown = await unhideCampaign(which)
  if (!shown.ok) throw new RefusedCommand(NO_CAMPAIGN)
  say`‘${shown.campaign.title}’ is back, as long as it has begun and has not ended.`
}

function addImport(group: Command): void {
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
  $ npm run ops -- catalogue import offers.csv
  $ npm run ops -- catalogue import awin-2026-11.json --source awin --payout 5% --yes
  $ npm run ops -- catalogue import offers.json --category Finance=Services --category "Home Decor=Home-Improvement"
  $ npm run ops -- catalogue import offers.json --replace --dry-run
  $ curl -s https://feeds.example/all.json | npm run ops -- catalogue import - --source example`,
    )
    .action(importFeed)
}

function readRows(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > 5_000_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 5000000.')
  return Number(text)
}

async function generate({ rows, yes }: { rows: number; yes?: boolean }): Promise<void> {
  if (!env().demo && !yes)
    throw new RefusedCommand(
      'This is no demo: shoppers would see invented offers, and nothing takes them out again. --yes adds them all the same.',
    )
  const bar = progressBar()
  try {
    await generateCatalogue(rows, { onProgress: (done) => bar.show(done / rows, `${done} offers`) })
  } finally {
    bar.end()
  }
  say`The catalogue has ${rows} generated offers.`
}

function readSource(text: string): string {
  if (!/^[\w.-]{1,60}$/.test(text))
    throw new InvalidArgumentError('It must have up to 60 letters, digits, dots and dashes.')
  return text
}

function checkPayout(text: string): string {
  if (!parsePayout(text))
    throw new InvalidArgumentError('It must be a percentage such as 5% or an amount such as 250.')
  return text
}

async function rank({ json }: { json?: boolean }): Promise<void> {
  await rankCatalogue()
  if (json) return sayJson({ ranked: true })
  say`Brands and offers are in the order of their clicks of 30 days.`
}

type Row = Awaited<ReturnType<typeof listCampaigns>>[number]

const listCampaigns = (source: string | undefined, storeId: number | undefined, limit: number) =>
  db
    .select({
      id: campaigns.id,
      source: campaigns.source,
      external_id: campaigns.external_id,
      slug: campaigns.slug,
      title: campaigns.title,
      brand: brands.name,
      ...rateColumns,
      clicks_30d: campaigns.clicks_30d,
      starts_at: campaigns.starts_at,
      ends_at: campaigns.ends_at,
      hidden_at: campaigns.hidden_at,
      hidden_reason: campaigns.hidden_reason,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(
      and(
        source === undefined ? undefined : eq(campaigns.source, source),
        storeId === undefined ? undefined : eq(campaigns.brand_id, storeId),
      ),
    )
    .orderBy(desc(campaigns.id))
    .limit(limit)
    .then((rows) => rows.map(withPayout))

function stateOf({ hidden_at, starts_at, ends_at }: Row): string {
  if (hidden_at) return 'hidden'
  if (ends_at && ends_at.getTime() <= Date.now()) return 'ended'
  return starts_at && starts_at.getTime() > Date.now() ? 'to come' : 'live'
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'STATE', cell: stateOf },
  { head: 'BRAND', cell: ({ brand }) => short(brand, 20) },
  { head: 'TITLE', cell: ({ title }) => short(title, 44) },
  { head: 'PAYOUT', cell: formatPayout, right: true },
  { head: 'CLICKS', cell: ({ clicks_30d }) => String(clicks_30d), right: true },
  { head: 'SLUG', cell: ({ slug }) => slug },
]

async function list(options: ListOptions & { source?: string }): Promise<void> {
  const { storeId } = await readFilter(options)
  const rows = await listCampaigns(options.source, storeId, options.limit)
  sayList(rows, options, {
    columns: COLUMNS,
    one: 'offer',
    none: text`There are no offers. \`catalogue import\` imports a feed.`,
    forScripts,
    fields: FIELDS,
  })
}

const forScripts = ({ payout_hundredths, payout_model, currency, ...row }: Row) => ({
  ...row,
  payout: formatPayout({ payout_hundredths, payout_model, currency }),
  state: stateOf({ payout_hundredths, payout_model, currency, ...row }),
})

const FIELDS = [
  'id',
  'source',
  'external_id',
  'slug',
  'title',
  'brand',
  'payout',
  'state',
  'clicks_30d',
  'starts_at',
  'ends_at',
  'hidden_at',
  'hidden_reason',
] as const
