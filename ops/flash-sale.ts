/** `flash-sale`: which offer is on sale on which day. */
import { Command } from 'commander'
import { asc, eq } from 'drizzle-orm'
import { dayInIndia } from '~/dates'
import { db } from '~/db/client.server'
import { campaigns, flashSales } from '~/db/schema'
import { formatPayout } from '~/money'
import { say, sayJson, short, table, type Column } from './terminal'

export function flashSaleCommands(): Command {
  const group = new Command('flash-sale').description('the offer of the day')
  group
    .command('list')
    .description('weekdays first, then single days; a single day goes before its weekday')
    .option('--json', 'for scripts: one JSON list')
    .action(list)
  return group
}

const listFlashSales = () =>
  db
    .select({
      weekday: flashSales.weekday,
      on_date: flashSales.on_date,
      campaign_id: flashSales.campaign_id,
      title: campaigns.title,
      payout_hundredths: campaigns.payout_hundredths,
      payout_model: campaigns.payout_model,
      currency: campaigns.currency,
    })
    .from(flashSales)
    .innerJoin(campaigns, eq(campaigns.id, flashSales.campaign_id))
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
  { head: 'TITLE', cell: ({ title }) => short(title, 60) },
  { head: 'PAYOUT', cell: formatPayout, right: true },
]

async function list({ json }: { json?: boolean }): Promise<void> {
  const rows = await listFlashSales()
  if (json)
    return sayJson(
      rows.map((row) => ({
        weekday: row.weekday,
        on_date: row.on_date,
        campaign_id: row.campaign_id,
        title: row.title,
        payout: formatPayout(row),
        today: isToday(row),
      })),
    )
  say(rows.length ? table(rows, COLUMNS) : 'No day has a flash sale.')
}
