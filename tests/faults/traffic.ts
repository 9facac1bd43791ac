// Postbacks, withdrawals and guests' pages that go on during a fault, and what of the acknowledged writes is there afterwards.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openSessionToken } from '../support/session-token'
import { db } from '~/platform/db/client.server'
import { NETWORKS } from '../model/sending'
import { clickThrough, makeWorld } from '../model/world'
import { send } from './run'

const WARM = ['/', '/Deals', '/Aboutus']

interface Acknowledged {
  kind: 'sale' | 'withdrawal'
  key: string
  /** On the clock of performance.now(). */
  at: number
}

/** Two networks' worth of postbacks, a member who withdraws, and guests, each one request after the other. */
export async function startTraffic(origin: string) {
  const members = { Asha: null, Bala: null }
  const world = await makeWorld(
    members,
    NETWORKS.map(() => ({ percent: 1_000n, cap: null })),
  )
  for (const name of Object.keys(members)) await clickThrough(world, name, 'trackier', name)
  const userId = world.people.get('Asha')!
  const token = await openSessionToken(userId)
  for (const page of WARM) await (await fetch(origin + page)).text()

  const port = Number(new URL(origin).port)
  const done: Acknowledged[] = []
  let pages: number[] = []
  let isOver = false
  const ask = (wish: Parameters<typeof send>[1]) => send(port, wish).catch(() => '')
  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !isOver; n++) await work(n)
  }

  const sales = (name: string) =>
    repeat(async (n) => {
      const key = `${world.prefix}-${name}-${n}`
      const fields = {
        p1: world.clicks.get(name)!,
        conversion_id: key,
        sale_amount: '500',
        status: 'approved',
      }
      const said = await ask({ path: '/postback/trackier/demo-trackier-secret', fields })
      if (said.includes('OK')) done.push({ kind: 'sale', key, at: performance.now() })
      else await sleep(20)
    })
  const withdrawals = () =>
    repeat(async () => {
      const key = randomUUID()
      const fields = { amount: '2', type: 'upi', request_key: key, from: '/Account/Wallet' }
      const said = await ask({ path: '/Account/Wallet', token, fields })
      if (said.includes('✅ Withdrawal successful'))
        done.push({ kind: 'withdrawal', key, at: performance.now() })
      await sleep(50)
    })
  const guests = () =>
    repeat(async (n) => {
      const { status } = await fetch(origin + WARM[n % WARM.length]!).catch(() => ({ status: 0 }))
      pages.push(status)
      await sleep(20)
    })
  const all = [sales('Asha'), sales('Bala'), withdrawals(), guests()]

  return {
    acknowledged: () => done,
    /** Guests' pages count from now on. */
    mark: () => void (pages = []),
    async until(count: number) {
      for (const until = Date.now() + 60_000; done.length < count; await sleep(10))
        assert.ok(Date.now() < until, 'no write was acknowledged for a minute')
    },
    async stop() {
      isOver = true
      await Promise.all(all)
      return pages
    },
    async countLost() {
      const of = (kind: string) => done.filter((one) => one.kind === kind).map(({ key }) => key)
      const [row] = await db.execute<{ n: number }>(sql`SELECT
        (SELECT count(*) FROM conversions WHERE external_id = ANY(${sql.param(of('sale'))}::text[]) AND granted_paise > 0)::int
        + (SELECT count(*) FROM withdrawals WHERE request_key = ANY(${sql.param(of('withdrawal'))}::uuid[]))::int AS n`)
      return done.length - row!.n
    },
  }
}
