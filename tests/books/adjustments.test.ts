/** Adjustments: transfers of each kind, approval, and the member's view. */
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { notifications } from '~/platform/db/schema/notifications'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise } from '~/platform/formats/money'
import { joinParts } from '~/platform/formats/parts'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { streamJson } from '~/domain/privacy/export.server'
import {
  addAdjustment,
  type NewAdjustment,
  approveAdjustment,
  refuseAdjustment,
  listAdjustments,
  previewAdjustment,
} from '~/domain/books/adjustments.server'
import { findDefects } from '~/domain/books/audit.server'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { streamStatement } from '~/domain/wallet/statements.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { requestAmount } from '../wallet/payout-support'
import { byCommand, earn, member, memberWith, typeCommands } from '../wallet/support'
import { changeSettings } from '../support/settings'

beforeAll(() => typeCommands('withdrawals'))

type Facts = Pick<NewAdjustment, 'userId' | 'kind'> & Partial<NewAdjustment>

/** Another person in each test: what one credits within 24 hours is summed. */
let requester = 'requester 0'
let tests = 0

const add = ({ amount = paise(50_00n), reason = 'The store confirmed it', ...of }: Facts, by = requester) =>
  byCommand('adjustments add', by, () => addAdjustment({ amount, reason, ...of }, by))
const approve = (id: number, by = 'ravi') =>
  byCommand('adjustments approve', by, () => approveAdjustment(id, by))
const refuse = (id: number, by = 'ravi') =>
  byCommand('adjustments refuse', by, () => refuseAdjustment(id, 'Not agreed', by))

async function create(of: Facts): Promise<number> {
  const answer = await add(of)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.adjustment.id
}

/** A member with a debt of Rs. 30: paid out 100, then debited 30. */
async function createDebtor(): Promise<number> {
  const userId = await memberWith(100_00n)
  const withdrawal = await requestAmount(userId, '100')
  await approveWithdrawal(withdrawal)
  await payWithdrawal(withdrawal, `UTR-debtor-${userId}`)
  await create({ userId, kind: 'debit', amount: paise(30_00n) })
  return userId
}

const listNotices = (userId: number) =>
  db.select().from(notifications).where(eq(notifications.user_id, userId)).orderBy(notifications.id)

const readEntries = (id: number) =>
  db.execute<Record<string, string>>(sql`
    SELECT t.reference, t.kind, d.code AS debit, c.code AS credit, t.amount_paise AS amount
      FROM ledger_transfers t JOIN ledger_accounts d ON d.id = t.debit_account JOIN ledger_accounts c ON c.id = t.credit_account
     WHERE t.ref_type = 'adjustment' AND t.ref_id = ${id} ORDER BY t.id`)

async function readStatement(userId: number): Promise<string[]> {
  return (await joinParts(streamStatement(userId)))
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(2).join(','))
}

beforeEach(async () => {
  requester = `requester ${++tests}`
  await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
})
afterEach(async () => {
  const defects = await findDefects()
  if (defects.length) throw new Error(`the books do not balance: ${JSON.stringify(defects)}`)
})

describe('adjustment kinds', () => {
  test('a credit adds to the wallet, debits the cashback expense and notifies the member', async () => {
    const userId = await memberWith(0n)
    const id = await create({ userId, kind: 'credit' })
    expect(await readWallet(userId)).toMatchObject({ available: 50_00n, debt: 0n })
    expect([...(await readEntries(id))]).toEqual([
      {
        reference: `adjustment:${id}:credit`,
        kind: 'correction',
        debit: 'cashback_expense',
        credit: 'user_available',
        amount: '5000',
      },
    ])
    expect((await listNotices(userId)).at(-1)).toMatchObject({
      title: 'Balance corrected',
      body: 'We added Rs. 50.00 to your wallet. Reason: The store confirmed it.',
      href: '/Account/History',
    })
    expect((await listWalletHistory(userId)).items[0]).toMatchObject({
      amount: 50_00n,
      balance: 50_00n,
      description: 'Balance correction',
    })
    expect(await readStatement(userId)).toEqual(['Balance correction,,50.00,50.00'])
  })

  test('a debit takes the available balance and books the rest as debt', async () => {
    const userId = await memberWith(20_00n)
    await create({ userId, kind: 'debit' })
    expect(await readWallet(userId)).toMatchObject({ available: 0n, debt: 30_00n })
    expect((await listNotices(userId)).at(-1)).toMatchObject({
      body: 'We took back Rs. 50.00. You owe us Rs. 30.00 of it: your next cashback repays it. Reason: The store confirmed it.',
    })
    const { items, total } = await listWalletHistory(userId, { part: 'adjustments' })
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { amount: -30_00n, balance: null, description: 'Balance correction, owed to us', state: 'booked' },
      { amount: -20_00n, balance: 0n, description: 'Balance correction' },
    ])
  })

  test('a debit cancels requested withdrawals, newest first, as far as it needs', async () => {
    const userId = await memberWith(100_00n)
    const [first, second, third] = [
      await requestAmount(userId, '30'),
      await requestAmount(userId, '20'),
      await requestAmount(userId, '10'),
    ]
    const preview = await previewAdjustment({ userId, kind: 'debit', amount: paise(55_00n) })
    expect(preview).toMatchObject({
      effect: {
        calledOff: [{ id: third }, { id: second }],
        after: { available: 15_00n, onItsWay: 30_00n, debt: 0n },
      },
    })
    await create({ userId, kind: 'debit', amount: paise(55_00n) })
    expect(await readWallet(userId)).toMatchObject({ available: 15_00n, onItsWay: 30_00n, debt: 0n })
    const rows = await db
      .select()
      .from(withdrawals)
      .where(inArray(withdrawals.id, [first, second, third]))
      .orderBy(withdrawals.id)
    expect(rows.map(({ status }) => status)).toEqual(['requested', 'cancelled', 'cancelled'])
    expect(rows[2]!.reason).toBe('Your withdrawal of Rs. 10.00 was called off: we corrected your balance.')
    expect((await listNotices(userId)).at(-1)!.body).toBe(
      'We took back Rs. 55.00. Reason: The store confirmed it.',
    )
  })

  test('goodwill and credits repay a debt first', async () => {
    const userId = await createDebtor()
    const id = await create({ userId, kind: 'goodwill' })
    expect(await readWallet(userId)).toMatchObject({ available: 20_00n, debt: 0n })
    expect((await readEntries(id)).map(({ debit, credit, amount }) => [debit, credit, amount])).toEqual([
      ['goodwill', 'user_available', '5000'],
      ['user_available', 'user_debt', '3000'],
    ])
    expect((await listNotices(userId)).at(-1)).toMatchObject({
      title: 'A gift for you',
      body: 'We added Rs. 50.00 to your wallet as a gift; Rs. 30.00 of it repaid what you owed us. Reason: The store confirmed it.',
    })
  })

  test('a write-off clears debt without changing the wallet; more than the debt is refused', async () => {
    const userId = await createDebtor()
    expect(await add({ userId, kind: 'write-off', amount: paise(30_01n) })).toMatchObject({
      ok: false,
      reason: 'over-debt',
      debt: 30_00n,
    })
    const id = await create({ userId, kind: 'write-off', amount: paise(30_00n) })
    expect(await readWallet(userId)).toMatchObject({ available: 0n, debt: 0n })
    expect((await readEntries(id)).map(({ debit, credit }) => [debit, credit])).toEqual([
      ['write_offs', 'user_available'],
      ['user_available', 'user_debt'],
    ])
    expect((await readStatement(userId)).slice(-2)).toEqual([
      'Amount owed written off,,30.00,30.00',
      'Amount owed repaid,,-30.00,0.00',
    ])
    expect((await listNotices(userId)).at(-1)).toMatchObject({
      title: 'Amount owed written off',
      body: 'You owe us Rs. 30.00 less. Reason: The store confirmed it.',
    })
  })

  test('the preview equals the result for any balance, debt and open requests', async () => {
    for (const [kind, has, requests, amount] of [
      ['credit', 10_00n, ['5'], 7_00n],
      ['goodwill', 10_00n, [], 1n],
      ['debit', 10_00n, ['5'], 5_00n],
      ['debit', 10_00n, ['5', '5'], 10_00n],
      ['debit', 10_00n, ['3', '2'], 40_00n],
      ['debit', 10_00n, [], 10_01n],
    ] as const) {
      const userId = await memberWith(has)
      for (const request of requests) await requestAmount(userId, request)
      const of = { userId, kind, amount: paise(amount) }
      const preview = await previewAdjustment(of)
      await create(of)
      const { available, onItsWay, debt } = await readWallet(userId)
      expect(preview).toMatchObject({ effect: { after: { available, onItsWay, debt } } })
    }
  })

  test('an adjustment for a sale shows that sale’s store; another member’s sale is refused', async () => {
    const friend = await member()
    const userId = await member(friend)
    const saleId = await earn(userId, 10_00n)
    await create({ userId, kind: 'credit', saleId })
    expect((await listWalletHistory(userId)).items[0]!.store).toMatch(/^Shop /)
    expect((await readStatement(userId)).at(-1)).toMatch(/^Balance correction,Shop \d+,50\.00,60\.00$/)
    expect(await add({ userId: await member(), kind: 'credit', saleId })).toMatchObject({
      reason: 'other-sale',
    })
    expect(await add({ userId, kind: 'credit', saleId: 999_999 })).toMatchObject({ reason: 'no-sale' })
  })
})

describe('repeated adjustments', () => {
  test('the same key moves nothing again; with other facts it is refused', async () => {
    const userId = await memberWith(0n)
    const of = { userId, kind: 'credit', key: 'ticket-1' } as const
    const id = await create(of)
    expect(await add(of)).toMatchObject({ ok: true, isRepeat: true, adjustment: { id } })
    expect(await add({ ...of, amount: paise(1n) })).toMatchObject({
      reason: 'key-used',
      adjustment: { id },
    })
    expect((await readWallet(userId)).available).toBe(50_00n)
  })

  test('the same adjustment without a key is refused; a new key makes it a separate one', async () => {
    const userId = await memberWith(0n)
    const of = { userId, kind: 'goodwill' } as const
    const id = await create(of)
    expect(await add(of)).toMatchObject({ reason: 'same', adjustment: { id } })
    expect((await add({ ...of, reason: 'Another reason' })).ok).toBe(true)
    expect((await add({ ...of, key: `second-${userId}` })).ok).toBe(true)
    expect((await readWallet(userId)).available).toBe(150_00n)
  })

  test('simultaneous requests with one key are applied once, for one member or for two', async () => {
    const [one, other] = [await memberWith(0n), await memberWith(0n)]
    const answers = await Promise.all(
      [one, one, other, other].map((userId) => add({ userId, kind: 'credit', key: 'at once' })),
    )
    const done = answers.filter((answer) => answer.ok && !answer.isRepeat)
    expect(done).toHaveLength(1)
    const wallets = await Promise.all([one, other].map((userId) => readWallet(userId)))
    expect(wallets.reduce((sum, { available }) => sum + available, 0n)).toBe(50_00n)
  })
})

describe('adjustments above FOUR_EYES_ABOVE', () => {
  beforeEach(async () => {
    await changeSettings({ FOUR_EYES_ABOVE: '100' })
  })

  test('an adjustment waits, and moves nothing until another operator approves it', async () => {
    const userId = await member()
    const id = await create({ userId, kind: 'credit', amount: paise(100_01n) })
    expect((await listAdjustments({ userId }, { limit: 9 }))[0]).toMatchObject({
      state: 'waiting',
      decided_by: null,
    })
    expect((await readWallet(userId)).available).toBe(0n)
    expect(await listNotices(userId)).toEqual([])
    expect(await approve(id, requester)).toMatchObject({ reason: 'dependent' })
    expect(await approve(id)).toMatchObject({ ok: true, isRepeat: false })
    expect(await approve(id)).toMatchObject({ ok: true, isRepeat: true })
    expect(await approve(id, 'meena')).toMatchObject({ reason: 'decided' })
    expect(await refuse(id)).toMatchObject({ reason: 'decided', adjustment: { decided_by: 'ravi' } })
    expect((await readWallet(userId)).available).toBe(100_01n)
    expect(await approve(999_999)).toMatchObject({ reason: 'not-found' })
  })

  test('the threshold counts what the member got, or the operator gave, in 24 hours without approval', async () => {
    const userId = await memberWith(0n)
    const states: string[] = []
    for (const [kind, amount] of [
      ['credit', 60_00n],
      ['debit', 40_00n],
      ['goodwill', 1n],
    ] as const) {
      const answer = await add({ userId, kind, amount: paise(amount) })
      if (answer.ok) states.push(answer.adjustment.state)
    }
    expect(states).toEqual(['applied', 'applied', 'waiting'])
    const other = { userId: await memberWith(0n), kind: 'credit', amount: paise(100_00n) } as const
    expect(await add(other)).toMatchObject({ adjustment: { state: 'waiting' } })
    expect(await add({ ...other, key: 'by another' }, 'meena')).toMatchObject({
      adjustment: { state: 'applied' },
    })
  })

  test('a refused adjustment moves nothing and can be requested again', async () => {
    const userId = await memberWith(0n)
    const of = { userId, kind: 'credit', amount: paise(200_00n) } as const
    const id = await create(of)
    expect(await add(of)).toMatchObject({ reason: 'same' })
    expect(await refuse(id)).toMatchObject({ adjustment: { state: 'refused', refusal: 'Not agreed' } })
    expect(await approve(id)).toMatchObject({ reason: 'decided' })
    expect((await readWallet(userId)).available).toBe(0n)
    expect((await add(of)).ok).toBe(true)
  })

  test('approval checks the adjustment against the current balances', async () => {
    const userId = await createDebtor()
    await changeSettings({ FOUR_EYES_ABOVE: '0' })
    const id = await create({ userId, kind: 'write-off', amount: paise(30_00n) })
    await earn(userId, 10_00n)
    expect(await approve(id)).toMatchObject({ reason: 'over-debt', debt: 20_00n })
    expect((await listAdjustments({ userId, state: 'waiting' }, { limit: 9 })).map((one) => one.id)).toEqual([
      id,
    ])
    expect((await refuse(id)).ok).toBe(true)
  })

  test('simultaneous decisions about one adjustment: exactly one wins', async () => {
    for (const other of [approve, refuse]) {
      const userId = await memberWith(0n)
      const id = await create({ userId, kind: 'credit', amount: paise(200_00n) })
      const answers = await Promise.all([approve(id, 'ravi'), other(id, 'meena'), approve(id, 'ravi')])
      expect(answers.filter((answer) => answer.ok && !answer.isRepeat)).toHaveLength(1)
      const [row] = await listAdjustments({ userId }, { limit: 1 })
      expect((await readWallet(userId)).available).toBe(row!.state === 'applied' ? 200_00n : 0n)
    }
  })
})

describe('rows of adjustments', () => {
  test('the database refuses to change, re-decide or delete an adjustment', async () => {
    const id = await create({ userId: await memberWith(0n), kind: 'credit' })
    for (const statement of [
      sql`UPDATE adjustments SET amount_paise = amount_paise + 1 WHERE id = ${id}`,
      sql`UPDATE adjustments SET state = 'refused', refusal = 'x' WHERE id = ${id}`,
      sql`DELETE FROM adjustments WHERE id = ${id}`,
      sql`TRUNCATE adjustments CASCADE`,
    ])
      await expect(db.execute(statement)).rejects.toMatchObject({
        cause: expect.objectContaining({ code: '55000' }),
      })
  })

  test('the database refuses approval by the operator who requested the adjustment', async () => {
    await changeSettings({ FOUR_EYES_ABOVE: '0' })
    const id = await create({ userId: await memberWith(0n), kind: 'credit' })
    await expect(
      db.execute(
        sql`UPDATE adjustments SET state = 'applied', decided_by = asked_by, decided_at = now() WHERE id = ${id}`,
      ),
    ).rejects.toMatchObject({ cause: expect.objectContaining({ constraint_name: 'adjustments_four_eyes' }) })
    await refuse(id)
  })

  test('adjustments of a deleted account stay, and only its debt can be written off', async () => {
    const userId = await createDebtor()
    await changeSettings({ FOUR_EYES_ABOVE: '40' })
    const waiting = await create({ userId, kind: 'goodwill' })
    const exported = await joinParts(streamJson(userId))
    const held = (JSON.parse(exported) as { adjustments: unknown[] }).adjustments
    expect(held).toMatchObject([
      { kind: 'debit', amount: '30.00', reason: 'The store confirmed it', state: 'applied' },
      { kind: 'goodwill', amount: '50.00', state: 'waiting' },
    ])
    expect(exported).not.toContain(requester)
    expect(await closeAccount(userId, { forfeit: true })).toEqual({ ok: true })
    expect(await approve(waiting)).toMatchObject({ reason: 'deleted' })
    await refuse(waiting)
    expect(await add({ userId, kind: 'debit', amount: paise(1_00n) })).toMatchObject({ reason: 'deleted' })
    expect((await add({ userId, kind: 'write-off', amount: paise(10_00n) })).ok).toBe(true)
    expect((await readWallet(userId)).debt).toBe(20_00n)
    expect(await db.select().from(adjustments).where(eq(adjustments.user_id, userId))).toHaveLength(3)
  })
})
