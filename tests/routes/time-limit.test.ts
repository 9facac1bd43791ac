// A statement that takes longer than QUERY_TIMEOUT_MS is cancelled, and its request is answered as without a database.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { updateListed } from '~/domain/catalog/update-listed.server'
import { db, isDatabaseAway } from '~/platform/db/client.server'
import { isCancelled, limitStatements } from '~/platform/db/time-limit.server'
import { moneyMessages } from '~/messages/money'
import { sweep } from '~/domain/privacy/sweep.server'
import { auditIfDue, findDefects } from '~/domain/books/audit.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor, sendTo, startServers } from '../support/app'
import type { TestServer } from '../support/servers'
import { signedIn } from '../support/people'
import { rewrite } from '../support/rewrite'
import { click, earn } from '../wallet/support'

const LIMIT = 2_000
let server: TestServer
/** Both without a limit. Within a transaction, pg_stat_activity would be read only once. */
const connect = () => postgres(process.env.EMBEDDED_DATABASE_URL!, { max: 1 })
const [holder, watcher] = [connect(), connect()]

beforeAll(async () => {
  limitStatements(LIMIT)
  ;[server] = (await startServers(1, {
    env: { QUERY_TIMEOUT_MS: String(LIMIT), BACKGROUND_JOBS: 'none' },
  })) as [TestServer]
})
afterAll(() => Promise.all([holder.end(), watcher.end()]))

const makeVisitor = (token: string) => {
  const visitor = newVisitor(sendTo(server))
  visitor.cookies.set('token', token)
  return visitor
}

/** Until the given number of connections has waited for a lock for longer than the limit. */
async function untilLate(connections: number): Promise<void> {
  for (;;) {
    const [row] = await watcher<[{ late: number }]>`
      SELECT count(*)::int AS late FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND clock_timestamp() - query_start > make_interval(secs => ${(LIMIT + 100) / 1000})`
    if (row.late >= connections) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a statement over the limit is cancelled and counts as a database that is away', async () => {
  const error: unknown = await db.execute(sql`SELECT pg_sleep(600)`).catch((e: unknown) => e)
  expect([isCancelled(error), isDatabaseAway(error)]).toEqual([true, true])
})

test('the audit, the ranking, the lists and the deletions have no limit', async () => {
  const store = await addStore()
  await addOffer({ brand_id: store.id })
  const ended = await addOffer({ brand_id: store.id })
  await rewrite(sql`UPDATE campaigns SET ends_at = now() WHERE id = ${ended.id}`)
  await holder`BEGIN`
  await holder`SELECT FROM catalogue_version FOR UPDATE`
  await holder`LOCK TABLE sessions, ledger_transfers`
  const jobs = Promise.all([rankCatalogue(), updateListed(), sweep(), auditIfDue()])
  try {
    await Promise.race([untilLate(4), jobs])
  } finally {
    await holder`ROLLBACK`
  }
  const [, moved, , audited] = await jobs
  expect([moved, audited!.defects]).toEqual([1, 0])
})

test('a withdrawal whose statement is cancelled moves nothing, keeps what was typed, and can be sent again', async () => {
  const { id, visitor } = await signedIn()
  await earn(id, 500_00n)
  await saveUpiDetails(id, { upi: 'asha.rao@okbank' })
  const asha = makeVisitor(visitor.cookies.get('token')!)
  const from = '/Account/Wallet?dialog=withdraw'
  const fields = { from, amount: '123.45', type: 'upi', request_key: randomUUID() }
  await holder`BEGIN`
  await holder`SELECT FROM ledger_accounts WHERE user_id = ${id} FOR UPDATE`
  try {
    const [plain, scripted] = await Promise.all([
      asha.post('/Account/Wallet', fields),
      makeVisitor(visitor.cookies.get('token')!).post('/Account/Wallet.data', fields),
    ])
    expect(scripted.status).toBe(202)
    expect(plain.status).toBe(303)
    const page = await asha.follow(plain)
    expect(page.text).toContain(moneyMessages.withdrawal.failed.title)
    expect(page.body).toContain('value="123.45"')
  } finally {
    await holder`ROLLBACK`
  }
  expect(server.output()).toMatch(
    /"part":"withdrawal"[^\n]*"code":"57014"[^\n]*"query":"SELECT code, user_id/,
  )
  expect(await readWallet(id)).toMatchObject({ available: 500_00n, onItsWay: 0n })
  for (let time = 0; time < 2; time++) {
    await asha.follow(await asha.post('/Account/Wallet', fields))
    expect(await readWallet(id)).toMatchObject({ available: 376_55n, onItsWay: 123_45n })
  }
  expect(await findDefects()).toEqual([])
})

test('pages, calls and reports whose statements are cancelled get 503, and a report sent again is applied once', async () => {
  const { id } = await signedIn()
  const sale = new URLSearchParams({
    p1: await click(id),
    conversion_id: 'LATE1',
    sale_amount: '1999.90',
    payout: '80',
    status: 'approved',
  })
  const report = `/postback/trackier/demo-trackier-secret?${sale}`
  const guest = newVisitor(sendTo(server))
  const paths = ['/CouponsDetails/x', '/api/coupon/x', report]
  await holder`BEGIN`
  await holder`LOCK TABLE campaigns, brands, postback_inbox`
  try {
    for (const answer of await Promise.all(paths.map((path) => guest.get(path))))
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect((await guest.get('/healthz')).status).toBe(200)
  } finally {
    await holder`ROLLBACK`
  }
  for (const message of ['page failed', 'call failed'])
    expect(server.output()).toMatch(new RegExp(`"message":"${message}"[^\\n]*"code":"57014"[^\\n]*"query":"`))
  expect((await readWallet(id)).available).toBe(0n)
  for (let time = 0; time < 2; time++) {
    expect((await guest.get(report)).status).toBe(200)
    await expect.poll(async () => (await readWallet(id)).available).toBe(99_99n)
  }
})
