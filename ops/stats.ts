/** `stats`: how the shop does, today, in 7 and in 30 days. */
import { Command } from 'commander'
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { formatPlain, formatRupees } from '~/money'
import { table, type Column } from './shown'
import { say, sayJson } from './terminal'

export function statsCommand(): Command {
  return new Command('stats')
    .description(
      'clicks, sales, cashback and withdrawals of today, 7 and 30 days, with a line of the 30 days',
    )
    .option('--json', 'print a JSON object, with each of the 30 days')
    .action(stats)
}

type Day = { day: string; clicks: string; conversions: string; cashback: string; withdrawals: string }

/** The last 30 days of India's calendar, the oldest first; money in paise. */
const readDays = () =>
  db.execute<Day>(sql`
    WITH days AS (
      SELECT d::date AS day FROM generate_series((now() AT TIME ZONE 'Asia/Kolkata')::date - 29,
        (now() AT TIME ZONE 'Asia/Kolkata')::date, interval '1 day') AS d),
    since AS (SELECT min(day)::timestamp AT TIME ZONE 'Asia/Kolkata' AS at FROM days),
    c AS (SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day, count(*) AS n
            FROM clicks, since WHERE created_at >= since.at GROUP BY 1),
    v AS (SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day, count(*) AS n
            FROM conversions, since WHERE created_at >= since.at GROUP BY 1),
    t AS (SELECT (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
                 coalesce(sum(amount_paise) FILTER (WHERE kind IN ('cashback', 'referral')), 0) AS cashback,
                 coalesce(sum(amount_paise) FILTER (WHERE kind = 'paid'), 0) AS withdrawals
            FROM ledger_transfers, since WHERE created_at >= since.at GROUP BY 1)
    SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(c.n, 0) AS clicks, coalesce(v.n, 0) AS conversions,
           coalesce(t.cashback, 0) AS cashback, coalesce(t.withdrawals, 0) AS withdrawals
      FROM days LEFT JOIN c USING (day) LEFT JOIN v USING (day) LEFT JOIN t USING (day) ORDER BY days.day`)

interface Line {
  name: string
  values: bigint[]
  show: (value: bigint) => string
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
const last = (values: readonly bigint[], days: number) => sum(values.slice(-days))

const BARS = '▁▂▃▄▅▆▇█'

/** One bar a day: the highest day is a full one, a day without anything a dot. */
export function sparkline(values: readonly bigint[]): string {
  const most = values.reduce((high, value) => (value > high ? value : high), 0n)
  return values
    .map((value) => (value === 0n ? '·' : BARS[Number((value * 8n + most - 1n) / most) - 1]!))
    .join('')
}

const COLUMNS: readonly Column<Line>[] = [
  { head: '', cell: ({ name }) => name },
  { head: 'TODAY', cell: ({ values, show }) => show(last(values, 1)), right: true },
  { head: '7 DAYS', cell: ({ values, show }) => show(last(values, 7)), right: true },
  { head: '30 DAYS', cell: ({ values, show }) => show(last(values, 30)), right: true },
  { head: 'DAY BY DAY', cell: ({ values }) => sparkline(values) },
]

async function stats({ json }: { json?: boolean }): Promise<void> {
  const days = await readDays()
  if (json)
    return sayJson({
      days: days.map((day) => ({
        day: day.day,
        clicks: Number(day.clicks),
        conversions: Number(day.conversions),
        cashback: formatPlain(BigInt(day.cashback)),
        withdrawals: formatPlain(BigInt(day.withdrawals)),
      })),
    })
  const line = (name: string, key: Exclude<keyof Day, 'day'>, show: Line['show']): Line => ({
    name,
    values: days.map((day) => BigInt(day[key])),
    show,
  })
  say(
    table(
      [
        line('Clicks', 'clicks', String),
        line('Sales reported', 'conversions', String),
        line('Cashback confirmed', 'cashback', formatRupees),
        line('Withdrawals paid', 'withdrawals', formatRupees),
      ],
      COLUMNS,
    ),
  )
}
