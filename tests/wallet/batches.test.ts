/** Bank batches: no withdrawal is in two files, or both in a file and with a provider. */
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { databaseError, db } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { formatPlain } from '~/platform/formats/money'
import { findDefects } from '~/domain/books/audit.server'
import { holdMember } from '~/domain/wallet/holds.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import {
  leaveBatch,
  makeBatch,
  recordWritten,
  reprintBatch,
  type BatchFile,
  type BatchOmissions,
} from '~/domain/wallet/bank-files.server'
import { listBatchesOfWithdrawal, listBatches, listWaitingWithdrawals } from '~/domain/wallet/batches.server'
import { sendDue } from '~/domain/wallet/payout-worker.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { untilBlocked } from '../support/locks'
import { rewrite } from '../support/rewrite'
import { startRazorpayX } from '../support/payout-providers'
import { makeApprovedWithdrawal, requestAmount, findOrder, payBy, findWithdrawal } from './payout-support'
import { earn, member, memberInDebt, memberWith, takeBack, typeCommands } from './support'

beforeAll(() => typeCommands('withdrawals', 'conflicts'))

afterEach(() => payBy('manual'))

async function exportBatch(): Promise<BatchFile & BatchOmissions> {
  const answer = await makeBatch('asha', 'bank.csv')
  if (!answer.ok) throw new Error(answer.reason)
  await recordWritten(answer.batch.id)
  return answer
}

/** A member whose whole balance is in an approved withdrawal. */
async function approveSale(amount: bigint) {
  const userId = await member()
  const saleId = await earn(userId, amount)
  await saveUpiDetails(userId, { upi: `sale${userId}@okbank` })
  const id = await requestAmount(userId, formatPlain(amount))
  await approveWithdrawal(id)
  return { userId, saleId, id }
}

const idsIn = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]))

describe('bank batches', () => {
  test('a batch holds each approved withdrawal once; the next holds only later approvals', async () => {
    const [first, second] = [await makeApprovedWithdrawal('10'), await makeApprovedWithdrawal('20.50')]
    const { batch, csv } = await exportBatch()
    expect(idsIn(csv)).toEqual([first.id, second.id])
    expect(batch).toMatchObject({ made_by: 'asha', file_name: 'bank.csv', count: 2, sum_paise: 30_50n })
    expect(await makeBatch('asha', null)).toEqual({ ok: false, reason: 'nothing' })
    const third = await makeApprovedWithdrawal('30')
    expect(idsIn((await exportBatch()).csv)).toEqual([third.id])
  })

  test('ten batches made at the same time hold each withdrawal exactly once', async () => {
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.push((await makeApprovedWithdrawal('1')).id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => makeBatch('asha', null)))
    for (const answer of answers) if (answer.ok) await recordWritten(answer.batch.id)
    expect(answers.flatMap((answer) => (answer.ok ? idsIn(answer.csv) : []))).toEqual(ids)
  })

  test('a batch leaves out a member in debt since the approval and reports the debt', async () => {
    const { userId, saleId, id: withdrawal } = await approveSale(500_00n)
    await takeBack(userId, saleId, 500_00n)
    const because = { ok: false, reason: 'owes', userId, debt: 500_00n }
    expect(await makeBatch('asha', null)).toEqual({
      ok: false,
      reason: 'none-payable',
      undecryptable: [],
      keptBack: [{ id: withdrawal, because }],
    })
    const other = await makeApprovedWithdrawal('10')
    const { csv, keptBack } = await exportBatch()
    expect(idsIn(csv)).toEqual([other.id])
    expect(keptBack).toEqual([{ id: withdrawal, because }])
    const despite = await makeBatch('asha', null, { despiteDebt: true })
    expect(despite.ok && idsIn(despite.csv)).toEqual([withdrawal])
    if (despite.ok) await recordWritten(despite.batch.id)
  })

  test('a batch includes a withdrawal that was approved despite a debt', async () => {
    const { withdrawal } = await memberInDebt(500_00n)
    await approveWithdrawal(withdrawal, { despiteDebt: 'The store pays it back' })
    expect(idsIn((await exportBatch()).csv)).toEqual([withdrawal])
  })

  test('a batch leaves out a member put on hold after the approval, even with despiteDebt', async () => {
    const { userId, id } = await makeApprovedWithdrawal('10')
    await holdMember(userId, new Date(Date.now() + 86_400_000), 'of a test')
    const answer = await makeBatch('asha', null, { despiteDebt: true })
    expect(answer).toMatchObject({
      reason: 'none-payable',
      keptBack: [{ id, because: { reason: 'on-hold', userId, because: 'of a test' } }],
    })
    await failWithdrawal(id, 'Closed')
  })

  test('a batch waits for a reversal in progress and leaves its member out', async () => {
    const { userId, saleId, id: withdrawal } = await approveSale(500_00n)
    let making: ReturnType<typeof makeBatch> | undefined
    await takeBack(userId, saleId, 500_00n, async () => {
      making = makeBatch('asha', null)
      await untilBlocked()
    })
    expect(await making).toMatchObject({
      reason: 'none-payable',
      keptBack: [{ id: withdrawal, because: { reason: 'owes', userId, debt: 500_00n } }],
    })
    await failWithdrawal(withdrawal, 'Closed')
  })

  test('a reprint equals the original file, whatever the current status of its withdrawals', async () => {
    const [first, second] = [await makeApprovedWithdrawal('10'), await makeApprovedWithdrawal('20')]
    const { batch, csv } = await exportBatch()
    await payWithdrawal(first.id, `PRINT-${first.id}`)
    await failWithdrawal(second.id, 'Closed')
    expect(await reprintBatch(batch.id)).toMatchObject({ ok: true, csv })
    expect(await reprintBatch(999)).toEqual({ ok: false, reason: 'not-found' })
  })

  test('a reprint that would differ from the original is refused and names the withdrawals', async () => {
    const { id } = await makeApprovedWithdrawal('10')
    const { batch } = await exportBatch()
    await failWithdrawal(id, 'Closed')
    await rewrite(sql`UPDATE withdrawals SET destination = 'k1.AAAA' WHERE id = ${id}`)
    expect(await reprintBatch(batch.id)).toEqual({ ok: false, reason: 'changed', undecryptable: [id] })
  })

  test('a batch leaves out and names withdrawals that cannot be decrypted', async () => {
    const [whole, broken] = [await makeApprovedWithdrawal('10'), await makeApprovedWithdrawal('20')]
    await rewrite(sql`UPDATE withdrawals SET destination = 'k1.AAAA' WHERE id = ${broken.id}`)
    const { csv, undecryptable, batch } = await exportBatch()
    expect({ ids: idsIn(csv), undecryptable, count: batch.count }).toEqual({
      ids: [whole.id],
      undecryptable: [broken.id],
      count: 1,
    })
    expect(await makeBatch('asha', null)).toEqual({
      ok: false,
      reason: 'none-payable',
      undecryptable: [broken.id],
      keptBack: [],
    })
    await failWithdrawal(broken.id, 'Ask again')
  })
})

describe('withdrawals rejected by the bank', () => {
  test('a rejected withdrawal leaves its batch with a reason and is in the next batch', async () => {
    const [first, second] = [await makeApprovedWithdrawal('10'), await makeApprovedWithdrawal('20')]
    const { batch, csv } = await exportBatch()
    expect(await listWaitingWithdrawals(batch.id)).toEqual([first.id, second.id])
    expect(await leaveBatch([first.id], 'The bank refused line 2')).toEqual({ ok: true })
    expect(await listWaitingWithdrawals(batch.id)).toEqual([second.id])
    const next = await exportBatch()
    expect(idsIn(next.csv)).toEqual([first.id])
    expect(await listBatchesOfWithdrawal(first.id)).toMatchObject([
      { id: batch.id, left_because: 'The bank refused line 2' },
      { id: next.batch.id, left_because: null },
    ])
    expect(await reprintBatch(batch.id)).toMatchObject({ ok: true, csv })
    expect((await listBatches({ limit: 2 })).map(({ id, waiting, left }) => [id, waiting, left])).toEqual([
      [next.batch.id, 1, 0],
      [batch.id, 1, 1],
    ])
  })

  test('removal is all or nothing: settled withdrawals and those in no batch are named', async () => {
    const [open, paid] = [await makeApprovedWithdrawal('10'), await makeApprovedWithdrawal('20')]
    const { batch } = await exportBatch()
    const alone = await makeApprovedWithdrawal('30')
    await payWithdrawal(paid.id, `LEFT-${paid.id}`)
    expect(await leaveBatch([open.id, paid.id, alone.id], 'Refused')).toEqual({
      ok: false,
      reason: 'not-waiting',
      ids: [paid.id, alone.id],
    })
    expect(await listWaitingWithdrawals(batch.id)).toEqual([open.id])
    await failWithdrawal(alone.id, 'Closed')
  })
})

describe('database constraints on batches', () => {
  test('refuse to rewrite a batch or to put a withdrawal into two', async () => {
    const { id } = await makeApprovedWithdrawal('10')
    const { batch } = await exportBatch()
    for (const change of [
      sql`UPDATE payout_batches SET sha256 = ${'0'.repeat(64)} WHERE id = ${batch.id}`,
      sql`UPDATE payout_batches SET written_at = NULL WHERE id = ${batch.id}`,
      sql`DELETE FROM payout_batches WHERE id = ${batch.id}`,
      sql`TRUNCATE payout_batches CASCADE`,
      sql`DELETE FROM payout_batch_items WHERE withdrawal_id = ${id}`,
      sql`UPDATE payout_batch_items SET batch_id = 1 WHERE withdrawal_id = ${id}`,
    ])
      expect(await db.execute(change).catch(databaseError)).toMatchObject({ code: '55000' })
    const twice = sql`INSERT INTO payout_batch_items (batch_id, withdrawal_id) VALUES (1, ${id})`
    expect(await db.execute(twice).catch(databaseError)).toMatchObject({
      code: '23505',
      constraint: 'payout_batch_items_one',
    })
    await payWithdrawal(id, `DB-${id}`)
    const late = sql`UPDATE payout_batch_items SET left_at = now(), left_because = 'x' WHERE withdrawal_id = ${id}`
    expect(await db.execute(late).catch(databaseError)).toMatchObject({ code: '23514' })
  })
})

describe('switching PAYOUT_PROVIDER', () => {
  test('no withdrawal is both in a bank file and with a provider', async () => {
    const bank = await startRazorpayX()
    Object.assign(env(), bank.env)
    try {
      // First in a bank file, then PAYOUT_PROVIDER changes.
      const byHand = await makeApprovedWithdrawal('10')
      const early = await exportBatch()
      expect(idsIn(early.csv)).toEqual([byHand.id])
      const alone = await makeApprovedWithdrawal('11')
      payBy('razorpayx')
      for (const { id } of [byHand, alone]) expect(await approveWithdrawal(id)).toMatchObject({ ok: true })
      await sendDue()
      expect(bank.calls).toEqual([])
      for (const { id } of [byHand, alone]) expect(await findOrder(id)).toBeUndefined()

      // With the provider, sent or not; then manual again.
      const sent = await makeApprovedWithdrawal('12')
      await sendDue()
      const unsent = await makeApprovedWithdrawal('13')
      payBy('manual')
      expect(idsIn((await exportBatch()).csv)).toEqual([alone.id])
      await sendDue()
      expect(bank.calls.filter((call) => call.startsWith('POST'))).toEqual([
        `POST ${sent.reference}`,
        `POST ${unsent.reference}`,
      ])

      // The database refuses both as well.
      const order = sql`INSERT INTO payout_orders (withdrawal_id, provider) VALUES (${byHand.id}, 'cashfree')`
      expect(await db.execute(order).catch(databaseError)).toMatchObject({ code: '23514' })
      const item = sql`INSERT INTO payout_batch_items (batch_id, withdrawal_id) VALUES (${early.batch.id}, ${sent.id})`
      expect(await db.execute(item).catch(databaseError)).toMatchObject({ code: '23514' })
    } finally {
      await bank.close()
    }
  })

  test('an approval and an export at the same time: only one takes the withdrawal', async () => {
    payBy('razorpayx')
    const owner = await memberWith(100_00n)
    for (let round = 0; round < 10; round++) {
      const id = await requestAmount(owner, '1')
      const [, answer] = await Promise.all([approveWithdrawal(id), makeBatch('asha', null)])
      expect(answer).toEqual({ ok: false, reason: 'nothing' })
      expect(await findWithdrawal(id)).toMatchObject({ status: 'processing' })
    }
  })
})

test('the books balance after all of these tests', async () => {
  expect(await findDefects()).toEqual([])
})
