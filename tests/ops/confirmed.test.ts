// Somebody looks at a preview at a terminal; something changes before the answer 'y'.
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { holdMember } from '~/domain/wallet/holds.server'
import type * as terminal from '../../ops/terminal'
import { addTins, removeTins } from '../operations/tins'
import { findWithdrawal, requestAmount } from '../wallet/payout-support'
import { memberWith } from '../wallet/support'
import { ops } from './support'

const hooks = vi.hoisted(() => ({ meanwhile: async (): Promise<unknown> => undefined }))

vi.mock('../../ops/terminal', async (original) => ({
  ...(await original<typeof terminal>()),
  askToConfirm: async () => {
    await hooks.meanwhile()
    return 'yes'
  },
}))

beforeAll(() => addTins())
afterAll(removeTins)
afterEach(() => {
  hooks.meanwhile = async () => undefined
})

const CHANGED = 'Something changed meanwhile, and nothing was done. Look at the new preview.'
const readWorth = async (id: number) =>
  Number((await db.execute<{ worth: string }>(sql`SELECT worth FROM tins WHERE id = ${id}`))[0]!.worth)

test('a job whose rows have changed does nothing and shows the new preview', async () => {
  await db.execute(sql`UPDATE tins SET worth = 100 WHERE id IN (1, 2)`)
  hooks.meanwhile = () => db.execute(sql`UPDATE tins SET worth = 0 WHERE id = 1`)
  const { code, out, err } = await ops(`tins empty 1 2`)
  expect([code, err]).toEqual([1, expect.stringContaining(CHANGED)])
  expect(out).toMatch(/Empties 2 tins\.[\s\S]*Empties 1 tins\./)
  expect(await readWorth(2)).toBe(100)
})

test('a job that is as seen is done', async () => {
  await db.execute(sql`UPDATE tins SET worth = 100 WHERE id IN (3, 4)`)
  expect(await ops('tins empty 3 4')).toMatchObject({ code: 0 })
  expect([await readWorth(3), await readWorth(4)]).toEqual([0, 0])
})

test('a hold that ends while the preview was looked at lets no payment into the file', async () => {
  const [kept, other] = [await memberWith(1_00_000n), await memberWith(1_00_000n)]
  const ids = [await requestAmount(kept, '270'), await requestAmount(other, '280')]
  await holdMember(kept, new Date('2099-11-22T10:15:00Z'), 'of a check')
  hooks.meanwhile = () => db.execute(sql`UPDATE users SET payout_hold_until = NULL WHERE id = ${kept}`)
  const file = path.join(os.tmpdir(), `held-${process.pid}.csv`)
  const { code, err } = await ops(`withdrawals export --approve --out ${file}`)
  expect([code, err]).toEqual([1, expect.stringContaining(CHANGED)])
  for (const id of ids) expect((await findWithdrawal(id))!.status).toBe('requested')
})

test('what --yes confirms was not seen, and is done as it is now', async () => {
  await db.execute(sql`UPDATE tins SET worth = 100 WHERE id IN (5, 6)`)
  hooks.meanwhile = () => Promise.reject(new Error('asked'))
  expect(await ops('tins empty 5 6 --yes')).toMatchObject({ code: 0 })
  expect(await readWorth(5)).toBe(0)
})

test('a withdrawal requested while the preview was looked at is neither approved nor in the bank file', async () => {
  const member = await memberWith(1_00_000n)
  const seen = await requestAmount(member, '250')
  let late = 0
  hooks.meanwhile = async () => (late = await requestAmount(member, '260'))
  const file = path.join(os.tmpdir(), `confirmed-${process.pid}.csv`)
  const { code, err } = await ops(`withdrawals export --approve --out ${file}`)
  expect([code, err]).toEqual([1, expect.stringContaining(CHANGED)])
  for (const id of [seen, late]) expect((await findWithdrawal(id))!.status).toBe('requested')
})
