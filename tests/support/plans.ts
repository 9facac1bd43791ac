// Checks by EXPLAIN that the application's queries use indexes instead of reading large tables.
import '~/platform/db/client.server'

/** Maximum rows that a plan step may read; the tables have about 100,000. */
const MOST = 2_000

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function badSteps(plan: Plan, most: number, big: Set<string>): string[] {
  const read = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const scan = plan['Node Type'] === 'Seq Scan' && big.has(plan['Relation Name'] ?? '')
  return [
    ...(scan || read > most ? [`${plan['Node Type']} ${plan['Relation Name'] ?? ''}: ${read} rows`] : []),
    ...(plan.Plans ?? []).flatMap((step) => badSteps(step, most, big)),
  ]
}

/** Tables of the catalogue; most tests of other domains have few offers, which are read in whole. */
export const CATALOGUE = ['campaigns']

const BIG = new Set([
  'clicks',
  'postback_inbox',
  'conversions',
  'ledger_transfers',
  'ledger_accounts',
  'notifications',
  'users',
  'notes',
  'withdrawals',
  'withdrawal_steps',
  'waiting_times',
])

interface Asked {
  query: string
  values: unknown[]
}

export async function askedBy(work: () => Promise<unknown>): Promise<Asked[]> {
  const { client } = database()
  const seen: Asked[] = []
  const spy = (target: Unsafe) => {
    const { unsafe } = target
    target.unsafe = (query, values, ...rest) => {
      // A single statement that is sealed comes again within its transaction.
      const isAgain = seen.at(-1)?.query === query && seen.at(-1)?.values === values
      if (!/^begin\b/.test(query) && !isAgain) seen.push({ query, values: values ?? [] })
      return unsafe(query, values, ...rest)
    }
    return () => (target.unsafe = unsafe)
  }
  const restore = spy(client)
  const { begin } = client
  client.begin = (run) =>
    begin((tx) => {
      spy(tx)
      return run(tx)
    })
  try {
    await work()
  } finally {
    restore()
    client.begin = begin
  }
  return seen
}

/** Blocks of tables and indexes that the queries of `work` touch, from memory or disk: the same on every machine. */
export async function countBlocks(work: () => Promise<unknown>): Promise<number> {
  let blocks = 0
  for (const { query, values } of await askedBy(work)) {
    const [row] = (await database().client.unsafe(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
      values,
    )) as {
      'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }]
    }[]
    const { Plan } = row!['QUERY PLAN'][0]
    blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  return blocks
}

/** Runs `work`, explains each of its queries, and returns the steps that read too much. */
export async function collectPlans(
  work: () => Promise<unknown>,
  { most = MOST, tables = [] }: { most?: number; tables?: string[] } = {},
): Promise<string[]> {
  const big = new Set([...BIG, ...tables])
  const seen = await askedBy(work)
  const { client } = database()
  const found: string[] = []
  for (const { query, values } of seen) {
    if (!/^\s*(?:select|with|update|insert)/i.test(query)) continue
    await client
      .begin(async (tx) => {
        const [row] = (await tx.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`, values)) as {
          'QUERY PLAN': [{ Plan: Plan }]
        }[]
        for (const step of badSteps(row!['QUERY PLAN'][0].Plan, most, big))
          found.push(`${step} in ${query} with ${JSON.stringify(values)}`)
        throw new Error('undo')
      })
      .catch((error: unknown) => {
        // A row that `work` inserted violates a unique index when EXPLAIN runs the query again.
        const { message } = error as Error
        if (message !== 'undo' && !/duplicate key|unique/.test(message)) throw error
      })
  }
  return found
}

interface Unsafe {
  unsafe: (this: void, query: string, values?: unknown[], ...rest: unknown[]) => unknown
}
interface Client extends Unsafe {
  begin: (this: void, run: (tx: Unsafe) => unknown) => Promise<unknown>
}

const database = () => (globalThis as unknown as { __database: { client: Client } }).__database
