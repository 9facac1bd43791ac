import { Command, InvalidArgumentError } from 'commander'
import { asc, eq } from 'drizzle-orm'
import { computePayout, rateColumns } from '~/catalog/rates/offer-rates.server'
import { getOfferState } from '~/catalog/offer-state'
import { setFlashSale, type SaleDay } from '~/catalog/manual-overrides.server'
import { dayInIndia } from '~/formats/dates'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { flashSales } from '~/db/schema/editorial'
import { formatPayout } from '~/formats/money'
import { NO_CAMPAIGN, explainNotShown } from './offers'
import { commandPrefix } from './command-name'
import { truncate, table, type Column } from './safe-text'
import { RefusedCommand, print, printJson } from './terminal'

export function flashSaleCommands(): Command {
  const group = new Command('flash-sale')
  group
    .command('list')
    .description('list the schedule: weekdays, then single days, which take precedence')
    .option('--json', 'print a JSON array')
    .action(list)
  group
    .command('set')
    .description('set the offer of a day (time zone of India), replacing the previous one')
    .argument('<day>', 'a weekday such as friday, or a date such as 2026-11-30', readDay)
    .argument('<campaign>', 'the offer’s number or slug, as `catalogue list` shows them; none: no sale')
    .addHelpText(
      'after',
      `
Examples:
  $ ${commandPrefix()} flash-sale set friday 12
  $ ${commandPrefix()} flash-sale set 2026-12-25 winter-kettles
  $ ${commandPrefix()} flash-sale set 2026-12-25 none`,
    )
    .action(set)
  return group
}

/** Parses a weekday name or an existing date. */
function readDay(text: string): SaleDay {
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === text.toLowerCase())
  if (weekday >= 0) return { weekday }
  const date = new Date(`${text}T00:00:00Z`)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime())
  if (!isDate || date.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a weekday such as friday, or a date such as 2026-11-30.')
  return { on_date: text }
}

async function set(day: SaleDay, which: string): Promise<void> {
  const answer = await setFlashSale(day, which === 'none' ? null : which)
  if (!answer.ok)
    throw new RefusedCommand(
      answer.reason === 'no-campaign'
        ? NO_CAMPAIGN
        : `${explainNotShown(answer.campaign, answer.state)} It cannot be on sale then.`,
    )
  const when = 'weekday' in day ? `Every ${WEEKDAYS[day.weekday]}` : `On ${day.on_date}`
  print`${when}: ${answer.campaign ? `‘${answer.campaign.title}’` : 'no flash sale'}.`
}

const listFlashSales = () =>
  db
    .select({
      weekday: flashSales.weekday,
      on_date: flashSales.on_date,
      campaign_id: flashSales.campaign_id,
      title: campaigns.title,
      hidden_at: campaigns.hidden_at,
      starts_at: campaigns.starts_at,
      ends_at: campaigns.ends_at,
      ...rateColumns,
    })
    .from(flashSales)
    .innerJoin(campaigns, eq(campaigns.id, flashSales.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .orderBy(asc(flashSales.weekday), asc(flashSales.on_date))

type Row = Awaited<ReturnType<typeof listFlashSales>>[number]

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const isToday = ({ weekday, on_date }: Row) => {
  const today = dayInIndia(new Date())
  return weekday === null ? on_date === today.date : weekday === today.weekday
}

const COLUMNS: readonly Column<Row>[] = [
  { head: '', cell: (row) => (isToday(row) ? 'today' : '') },
  { head: 'DAY', cell: ({ weekday, on_date }) => (weekday === null ? on_date! : WEEKDAYS[weekday]!) },
  { head: 'OFFER', cell: ({ campaign_id }) => String(campaign_id), right: true },
  { head: 'STATE', cell: (row) => getOfferState(row) },
  { head: 'TITLE', cell: ({ title }) => truncate(title, 60) },
  { head: 'PAYOUT', cell: (row) => formatPayout(computePayout(row)), right: true },
]

async function list({ json }: { json?: boolean }): Promise<void> {
  const rows = await listFlashSales()
  if (json)
    return printJson(
      rows.map((row) => ({
        weekday: row.weekday,
        on_date: row.on_date,
        campaign_id: row.campaign_id,
        title: row.title,
        payout: formatPayout(computePayout(row)),
        state: getOfferState(row),
        today: isToday(row),
      })),
    )
  print`${rows.length ? table(rows, COLUMNS) : 'No day has a flash sale.'}`
}
