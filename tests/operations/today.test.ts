import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { alerts } from '~/platform/db/schema/monitoring'
import { ops, opsJson } from '../ops/support'
import { requestAmount } from '../wallet/payout-support'
import { memberWith } from '../wallet/support'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'

interface Today {
  waiting: { what: string; count: number; oldest: string; see: string }[]
  heard: { what: string; last: string | null; state: string | null }[]
}

const read = async (): Promise<Today> => await opsJson('today')

test('today counts what waits, with the age of the oldest and the command that lists it', async () => {
  const before = await read()
  const member = await memberWith(500_00n)
  const [first] = [await requestAmount(member, '100'), await requestAmount(member, '50')]
  const find = ({ waiting }: Today, what: string) => waiting.find((row) => row.what === what)
  const count = (today: Today, what: string) => find(today, what)?.count ?? 0
  const asked = await read()
  expect(count(asked, 'requested withdrawals') - count(before, 'requested withdrawals')).toBe(2)
  expect(find(asked, 'requested withdrawals')!.see).toBe('withdrawals list --status requested')
  await approveWithdrawal(first)
  const approved = await read()
  expect(count(approved, 'approved, in no bank file') - count(before, 'approved, in no bank file')).toBe(1)
  expect(approved.heard.map(({ what }) => what)).toEqual(expect.arrayContaining(['audit', 'checkpoint']))
  const { out } = await ops('today')
  expect(out).toMatch(/^WAITS +COUNT +OLDEST SINCE +SEE$/m)
  expect(out).toMatch(/^audit +never/m)
})

test('a source is late while its alert is open', async () => {
  const findAudit = async () => (await read()).heard.find(({ what }) => what === 'audit')!.state
  expect(await findAudit()).toBe(null)
  const now = new Date()
  await db
    .insert(alerts)
    .values({ cause: 'audit', subject: 'not run', detail: 'x', opened_at: now, last_seen_at: now })
  expect(await findAudit()).toBe('late')
  await db.update(alerts).set({ cleared_at: now })
  expect(await findAudit()).toBe(null)
})
