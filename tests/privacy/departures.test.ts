/** Debts and holds of deleted accounts follow the mobile number to its next account. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdPayouts } from '~/accounts/payout-hold.server'
import { hashPassword } from '~/accounts/passwords.server'
import { insertUser } from '~/accounts/users.server'
import { databaseError, db } from '~/db/client.server'
import { departures } from '~/db/schema/departures'
import { rateLimits, users } from '~/db/schema/members'
import { conversions } from '~/db/schema/conversions'
import { withdrawals } from '~/db/schema/withdrawals'
import { formatRupees, paise } from '~/formats/money'
import { listNotifications } from '../support/notifications'
import { deleteAccount } from '~/privacy/deletion.server'
import { findDepartures, inheritFromDeparture } from '~/privacy/departures.server'
import { moveLateDebts } from '~/privacy/late-debts.server'
import { liftDepartures } from '~/privacy/lift-departures.server'
import { sweep } from '~/privacy/sweep.server'
import { listSignals } from '~/signals/review.server'
import { raiseSignal } from '~/signals/signals.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { settleWaiting } from '~/tracking/waiting-referrals.server'
import { addAdjustment } from '~/wallet/adjustments/adjust.server'
import { findDefects } from '~/wallet/audit/audit.server'
import { listHistory } from '~/wallet/history/history.server'
import { saveUpiDetails } from '~/wallet/details/payout-details.server'
import { readAccounts } from '~/wallet/ledger/books.server'
import { approveWithdrawal, payWithdrawal, returnWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { readWallet } from '~/wallet/wallet.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import { newPhone, stranger } from '../accounts/people'
import { rewrite } from '../support/rewrite'
import { byCommand, click, earn, member, typeCommands } from '../wallet/support'
import { recordCommand } from '~/wallet/audit/command-log.server'

beforeAll(() => typeCommands('withdrawals', 'users lift'))

const PASSWORD = 'a quiet river'
let password_hash: string
beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD)
})
afterEach(async () => {
  await db.delete(rateLimits)
  const defects = await findDefects()
  if (defects.length) throw new Error(JSON.stringify(defects))
})

const signUp = (phone: string) =>
  db.transaction(async (tx) => {
    const made = await insertUser(tx, {
      username: 'Asha Rao',
      phone_number: phone,
      email: `${randomUUID()}@mail.example`,
      password_hash,
      referred_by: null,
      terms_version: 'test',
      terms_accepted_at: new Date(),
    })
    await inheritFromDeparture(tx, { id: made.id, phone_number: phone })
    return made.id
  })

const leave = (id: number) =>
  deleteAccount(id, { password: PASSWORD, confirm: true, forfeit: true }, stranger())

async function reverse(conversionId: number) {
  const [sale] = await db.select().from(conversions).where(eq(conversions.id, conversionId))
  const raw = { p1: sale!.click_id, conversion_id: sale!.external_id, status: 'rejected' }
  await receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => {
    throw error
  })
}

/** A sale whose cashback is withdrawn and paid. */
async function paidOut(userId: number, amount: bigint): Promise<number> {
  const sale = await earn(userId, amount)
  await saveUpiDetails(userId, { upi: 'asha.rao@okbank' })
  const asked = await requestWithdrawal(userId, {
    amount: formatRupees(paise(amount)).replace('Rs. ', ''),
    method: 'upi',
    request_key: randomUUID(),
  })
  if (!asked.ok) throw new Error(asked.reason)
  await approveWithdrawal(asked.withdrawal.id, { despiteSignal: 'Looked into' })
  await payWithdrawal(asked.withdrawal.id, `UTR${asked.withdrawal.id}`)
  return sale
}

/** A member who owes Rs. 450. */
async function debtor(phone = newPhone()) {
  const id = await signUp(phone)
  await reverse(await paidOut(id, 450_00n))
  expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 450_00n })
  return { id, phone }
}

const hold = (id: number, days: number) =>
  db.transaction((tx) => holdPayouts(tx, id, new Date(Date.now() + days * 86_400_000), 'of a check'))

const age = (id: number, interval: string) =>
  rewrite(sql`UPDATE departures SET left_at = now() - ${interval}::interval WHERE user_id = ${id}`)

const findUser = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]!

describe('return of a member who left with a debt', () => {
  test('moves the debt to the new account with the same number, and the next cashback repays it', async () => {
    const { id, phone } = await debtor()
    expect(await leave(id)).toEqual({ ok: true })
    const again = await signUp(phone)
    expect(again).not.toBe(id)
    expect((await readWallet(id)).debt).toBe(0n)
    expect((await readWallet(again)).debt).toBe(450_00n)
    const [told] = await listNotifications(again)
    expect(told!.title).toBe('An earlier account with your number')
    expect(told!.body).toBe(
      'It owed Rs. 450.00, which your cashback repays first. Was it somebody else’s? Write to us.',
    )
    await earn(again, 500_00n)
    expect(await readWallet(again)).toMatchObject({ available: 50_00n, debt: 0n })
  })

  test('is recognised without a readable number, and no other number inherits the debt', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    const [row] = await findDepartures({ phone })
    expect(row).toMatchObject({ user_id: id, debt_paise: 450_00n, returned_as: null })
    expect(JSON.stringify({ ...row, debt_paise: '', moved_paise: '', forfeited_paise: '' })).not.toContain(
      phone.slice(-10),
    )
    expect((await readWallet(await signUp(newPhone()))).debt).toBe(0n)
  })

  test('moves the debt again after leaving a second time', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    const second = await signUp(phone)
    await leave(second)
    const third = await signUp(phone)
    expect((await readWallet(third)).debt).toBe(450_00n)
    expect((await readWallet(second)).debt).toBe(0n)
  })

  test('moves no debt after 90 days, but raises a signal', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    await age(id, '90 days')
    const later = await signUp(phone)
    expect((await readWallet(later)).debt).toBe(0n)
    expect((await readWallet(id)).debt).toBe(450_00n)
    const [signal] = await listSignals({ kind: 'returning-number', member: later }, { limit: 10 })
    expect(signal!.members.map((member) => member.id).toSorted()).toEqual([id, later].toSorted())
    expect(await listNotifications(later)).toEqual([])
  })

  test('creates one account with the debt for two concurrent sign-ups', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, phone } = await debtor()
      await leave(id)
      const made = await Promise.allSettled([signUp(phone), signUp(phone)])
      const ids = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(ids).toHaveLength(1)
      expect((await readWallet(ids[0]!)).debt).toBe(450_00n)
      expect((await readWallet(id)).debt).toBe(0n)
    }
  })

  test('waits for a deletion in progress and then moves the debt', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, phone } = await debtor()
      const [, made] = await Promise.allSettled([leave(id), signUp(phone)])
      const again = made.status === 'fulfilled' ? made.value : await signUp(phone)
      expect((await readWallet(again)).debt).toBe(450_00n)
    }
  })
})

test('a debt booked after the return moves too, and is taken from the wallet first', async () => {
  const phone = newPhone()
  const id = await signUp(phone)
  const sale = await paidOut(id, 450_00n)
  await hold(id, 1)
  await leave(id)
  const again = await signUp(phone)
  await earn(again, 100_00n)
  await reverse(sale)
  expect((await readWallet(again)).debt).toBe(0n)
  expect(await moveLateDebts()).toBe(1)
  expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 350_00n })
  expect((await readWallet(id)).debt).toBe(0n)
  expect(await moveLateDebts()).toBe(0)
  const { items } = await listHistory(again)
  expect(items.map((item) => [item.description, item.amount])).toEqual([
    ['Owed by an earlier account', -100_00n],
    ['Cashback confirmed', 100_00n],
  ])
})

describe('reversal after a deletion', () => {
  test('is owed by the next account with the number, even without a debt at the deletion', async () => {
    const phone = newPhone()
    const id = await signUp(phone)
    const sale = await paidOut(id, 900_00n)
    await leave(id)
    const again = await signUp(phone)
    expect(await listSignals({ member: again }, { limit: 10 })).toEqual([])
    await reverse(sale)
    expect(await moveLateDebts()).toBe(1)
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 900_00n })
    expect((await readWallet(id)).debt).toBe(0n)
  })

  test('before the return is owed by the next account at its sign-up', async () => {
    const phone = newPhone()
    const id = await signUp(phone)
    const sale = await paidOut(id, 900_00n)
    await leave(id)
    await reverse(sale)
    const again = await signUp(phone)
    expect((await readWallet(again)).debt).toBe(900_00n)
    expect(await listSignals({ member: again }, { limit: 10 })).toHaveLength(1)
  })

  test('follows the number through an account that was deleted without debt', async () => {
    const phone = newPhone()
    const id = await signUp(phone)
    const sale = await paidOut(id, 900_00n)
    await leave(id)
    const second = await signUp(phone)
    await leave(second)
    const third = await signUp(phone)
    await reverse(sale)
    await moveLateDebts()
    await moveLateDebts()
    expect((await readWallet(third)).debt).toBe(900_00n)
  })

  test('after 90 days raises one signal and moves nothing', async () => {
    const phone = newPhone()
    const id = await signUp(phone)
    const sale = await paidOut(id, 900_00n)
    await leave(id)
    const again = await signUp(phone)
    await age(id, '91 days')
    await reverse(sale)
    for (let round = 0; round < 2; round++) expect(await moveLateDebts()).toBe(0)
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 0n })
    expect(await listSignals({ kind: 'returning-number', member: again }, { limit: 10 })).toHaveLength(1)
  })

  test('takes the forfeited balance first, so that only the paid amount is owed', async () => {
    const phone = newPhone()
    const id = await signUp(phone)
    const sale = await paidOut(id, 600_00n)
    const other = await earn(id, 300_00n)
    const third = await earn(id, 100_00n)
    await leave(id)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 0n })
    expect(await forfeited()).toBe(400_00n)
    await reverse(other)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 0n })
    await reverse(sale)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 500_00n })
    await reverse(third)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 600_00n })
    expect(await forfeited()).toBe(0n)
  })
})

describe('sales of a deleted account', () => {
  const report = async (p1: string, status: string, sale_amount = '1000') => {
    const raw = { p1, conversion_id: `AFTER-${p1}`, sale_amount, payout: '80', status }
    const verdict = await receivePostback({ network: 'trackier', method: 'GET', raw }, (error) => {
      throw error
    })
    return verdict!.outcome
  }
  const findSale = async (clickId: string) =>
    (await db.select().from(conversions).where(eq(conversions.click_id, clickId)))[0]!

  test('bring commission and no cashback when they are approved afterwards', async () => {
    const id = await signUp(newPhone())
    const [pending, later] = [await click(id), await click(id)]
    await report(pending, 'pending')
    expect((await readWallet(id)).pending).toBe(50_00n)
    await leave(id)
    expect(await findSale(pending)).toMatchObject({ status: 'pending', pending_paise: 0n })
    expect(await report(pending, 'pending')).toBe('repeat')
    expect(await report(pending, 'approved')).toBe('applied')
    expect(await report(pending, 'approved')).toBe('repeat')
    await report(later, 'approved')
    for (const clickId of [pending, later])
      expect(await findSale(clickId)).toMatchObject({
        status: 'approved',
        granted_paise: 0n,
        network_payout_paise: 80_00n,
      })
    expect(await readWallet(id)).toEqual({ available: 0n, pending: 0n, onItsWay: 0n, debt: 0n })
  })

  test('keep what was granted and get nothing more', async () => {
    const id = await signUp(newPhone())
    const clickId = await click(id)
    await report(clickId, 'approved')
    await leave(id)
    await report(clickId, 'approved', '2000')
    expect(await findSale(clickId)).toMatchObject({ sale_paise: 2000_00n, granted_paise: 50_00n })
    await report(clickId, 'approved', '600')
    expect(await findSale(clickId)).toMatchObject({ granted_paise: 30_00n })
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 0n })
  })

  test('of a friend bring a deleted referrer nothing more', async () => {
    const referrer = await signUp(newPhone())
    const clickId = await click(await member(referrer))
    await report(clickId, 'approved')
    await leave(referrer)
    await report(clickId, 'approved', '3000')
    expect(await findSale(clickId)).toMatchObject({ granted_paise: 150_00n, referral_paise: 10_00n })
    await report(clickId, 'rejected')
    expect(await readWallet(referrer)).toMatchObject({ available: 0n, debt: 0n })
  })

  test('of a friend that wait for a signal credit nothing', async () => {
    const referrer = await signUp(newPhone())
    const clickId = await click(await member(referrer))
    const facts = `test ${referrer}`
    await db.transaction((tx) => raiseSignal(tx, { kind: 'click-burst', facts, members: [referrer] }))
    await report(clickId, 'approved')
    expect((await readWallet(referrer)).pending).toBe(10_00n)
    await leave(referrer)
    expect((await readWallet(referrer)).pending).toBe(0n)
    expect(await findSale(clickId)).toMatchObject({ granted_paise: 50_00n, referral_paise: 0n })
    expect(await settleWaiting()).toBe(0)
  })

  test('reported while the account is being deleted leave nothing in it', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await signUp(newPhone())
      const [first, second] = [await click(id), await click(id)]
      await report(first, 'pending')
      const outcomes = await Promise.all([
        leave(id),
        report(first, 'approved'),
        report(second, round % 2 ? 'pending' : 'approved'),
      ])
      expect(outcomes[0]).toEqual({ ok: true })
      expect(await readWallet(id)).toMatchObject({ available: 0n, pending: 0n, debt: 0n })
    }
  })
})

test('a payment that the bank returns after the deletion is forfeited, too', async () => {
  const id = await signUp(newPhone())
  await paidOut(id, 450_00n)
  await leave(id)
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.user_id, id))
  expect(await returnWithdrawal(row!.id, 'The account is closed')).toMatchObject({ ok: true })
  expect(await readWallet(id)).toMatchObject({ available: 0n, onItsWay: 0n })
})

test('the database refuses to mark a member deleted who has money, and the audit finds one', async () => {
  const id = await signUp(newPhone())
  await earn(id, 100_00n)
  const mark = sql`UPDATE users SET deleted_at = now(), phone_number = NULL, email = NULL, password_hash = NULL, referral_code = NULL WHERE id = ${id}`
  expect(await db.execute(mark).catch(databaseError)).toMatchObject({ code: '23514' })
  await rewrite(mark)
  expect((await findDefects()).map(({ check }) => check)).toEqual(['deleted member holds nothing'])
  await rewrite(sql`UPDATE users SET deleted_at = NULL WHERE id = ${id}`)
})

async function forfeited(): Promise<bigint> {
  const line = (await readAccounts({})).find(({ code }) => code === 'forfeited_balances')
  return line!.closing - before
}
let before = 0n
beforeEach(async () => {
  before = 0n
  before = await forfeited()
})

describe('hold of a deleted account', () => {
  test('applies to the next account with the number until the same time', async () => {
    const phone = newPhone()
    const id = await signUp(phone)
    await hold(id, 30)
    const { payout_hold_until } = await findUser(id)
    await leave(id)
    expect((await findUser(id)).payout_hold_until).toBeNull()
    const again = await findUser(await signUp(phone))
    expect(again.payout_hold_until).toEqual(payout_hold_until)
    expect(again.payout_hold_reason).toBe('an earlier account with your number was on hold')
    expect((await listNotifications(again.id))[0]!.body).toMatch(/^It was on hold: withdrawals wait until /)
  })

  test('leaves no record if it has ended and there is no debt', async () => {
    const phone = newPhone()
    const id = await signUp(phone)
    await hold(id, -1)
    await leave(id)
    expect(await findDepartures({ phone })).toEqual([])
    expect((await findUser(await signUp(phone))).payout_hold_until).toBeNull()
  })
})

describe('lifting a departure', () => {
  test('before a return: no account inherits the debt', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    const departure = (await findDepartures({ phone }))[0]!.id
    expect(await liftDepartures([departure], 'paid by transfer')).toHaveLength(1)
    expect(await liftDepartures([departure], 'paid by transfer')).toEqual([])
    expect((await readWallet(await signUp(phone))).debt).toBe(0n)
  })

  test('after a return: repaid amounts are given back, and the hold ends', async () => {
    const { id, phone } = await debtor()
    await hold(id, 30)
    await leave(id)
    const again = await signUp(phone)
    await earn(again, 100_00n)
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 350_00n })
    const found = await findDepartures({ userId: again })
    await recordCommand({ osUser: 'test' }, `users lift ${again}`)
    await liftDepartures(
      found.map((row) => row.id),
      'the number was somebody else’s',
    )
    expect(await readWallet(again)).toMatchObject({ available: 100_00n, debt: 0n })
    expect((await readWallet(id)).debt).toBe(450_00n)
    expect((await findUser(again)).payout_hold_until).toBeNull()
    expect((await findDepartures({ phone }))[0]).toMatchObject({ moved_paise: 0n })
  })

  const lift = async (...ids: number[]) =>
    (await liftDepartures(ids, 'a mistake')).map(({ leftOut }) => leftOut)
  const findDeparture = async (userId: number) =>
    (await findDepartures({ userId })).find(({ user_id }) => user_id === userId)!

  async function writeOff(userId: number, amount: bigint) {
    const of = { userId, kind: 'write-off' as const, amount: paise(amount), reason: 'A test' }
    expect(await byCommand('adjustments add', 'asha', () => addAdjustment(of, 'asha'))).toMatchObject({
      ok: true,
    })
  }

  test('after the debt was written off in full: gives nothing back', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    const again = await signUp(phone)
    await writeOff(again, 450_00n)
    expect(await lift((await findDeparture(id)).id)).toEqual([450_00n])
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 0n })
    expect((await readWallet(id)).debt).toBe(0n)
  })

  test('after a part was repaid and a part written off: gives back only repaid and open amounts', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    const again = await signUp(phone)
    await earn(again, 100_00n)
    await writeOff(again, 200_00n)
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 150_00n })
    expect(await lift((await findDeparture(id)).id)).toEqual([200_00n])
    expect(await readWallet(again)).toMatchObject({ available: 100_00n, debt: 0n })
    expect((await readWallet(id)).debt).toBe(250_00n)
    expect(await findDeparture(id)).toMatchObject({ moved_paise: 200_00n })
  })

  test('after more was written off than moved: gives and takes nothing', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    const again = await signUp(phone)
    await earn(again, 450_00n)
    await reverse(await paidOut(again, 500_00n))
    await writeOff(again, 500_00n)
    expect(await lift((await findDeparture(id)).id)).toEqual([450_00n])
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 0n })
  })

  test('after a write-off on the deleted account only: gives back the whole moved amount', async () => {
    const { id, phone } = await debtor()
    await leave(id)
    await writeOff(id, 200_00n)
    const again = await signUp(phone)
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 250_00n })
    expect(await lift((await findDeparture(id)).id)).toEqual([0n])
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 0n })
    expect((await readWallet(id)).debt).toBe(250_00n)
  })

  test.each([
    ['all of them', 0n],
    ['all of them', 100_00n],
    ['the first alone', 0n],
    ['the first alone', 100_00n],
  ])(
    'a chain of accounts, %s, after %s paise were repaid: nothing stays in a deleted one',
    async (how, repaid) => {
      const { id, phone } = await debtor()
      await leave(id)
      const second = await signUp(phone)
      if (repaid > 0n) await earn(second, repaid)
      await leave(second)
      const third = await signUp(phone)
      expect(await readWallet(third)).toMatchObject({ available: 0n, debt: 450_00n - repaid })
      const found = await findDepartures({ phone })
      const open = how === 'all of them' ? found : found.slice(0, 1)
      expect(await lift(...open.map((departure) => departure.id))).toEqual(open.map(() => 0n))
      for (const one of [second, third])
        expect(await readWallet(one)).toMatchObject({ available: 0n, debt: 0n })
      expect((await readWallet(id)).debt).toBe(450_00n)
      expect(await forfeited()).toBe(repaid)
    },
  )

  test.each(['at once', 'the first alone'])(
    'two successive departures, %s: one write-off counts for both',
    async (how) => {
      const { id, phone } = await debtor()
      await leave(id)
      const second = await signUp(phone)
      await leave(second)
      const third = await signUp(phone)
      await writeOff(third, 450_00n)
      const ids = [(await findDeparture(id)).id, (await findDeparture(second)).id]
      if (how === 'at once') expect(await lift(...ids)).toEqual([450_00n, 450_00n])
      else for (const one of ids) expect(await lift(one)).toEqual([450_00n])
      for (const one of [id, second, third])
        expect(await readWallet(one)).toMatchObject({ available: 0n, debt: 0n })
    },
  )
})

test('after three years the number’s hash is deleted and the transfers keep their reference', async () => {
  const { id, phone } = await debtor()
  await leave(id)
  await signUp(phone)
  await age(id, '3 years')
  expect((await sweep()).departures).toBe(1)
  expect(await findDepartures({ phone })).toEqual([])
  expect((await findDepartures({ userId: id }))[0]).toMatchObject({ phone_hash: null, moved_paise: 450_00n })
})

test('the audit finds a moved debt without its departure, and a departure without its transfers', async () => {
  const { id, phone } = await debtor()
  await leave(id)
  const again = await signUp(phone)
  await db.update(departures).set({ moved_paise: 1n }).where(eq(departures.user_id, id))
  const subjects = async () =>
    (await findDefects()).map(({ check, subject }) => `${check}: ${subject}`).toSorted()
  const found = await subjects()
  expect(found).toContain(`available - debt = earned - withdrawn: ${again}`)
  expect(found).toContain(`available - debt = earned - withdrawn: ${id}`)
  expect(found.some((one) => one.startsWith('inherited debt = its transfers: '))).toBe(true)
  await db.update(departures).set({ moved_paise: 450_00n }).where(eq(departures.user_id, id))
})

test('the audit finds a lifted departure whose debt was neither given back nor written off', async () => {
  const { id, phone } = await debtor()
  await leave(id)
  await signUp(phone)
  const set = (lifted_at: Date | null) =>
    db
      .update(departures)
      .set({ lifted_at, lifted_reason: lifted_at && 'a test' })
      .where(eq(departures.user_id, id))
  await set(new Date())
  const [found] = await findDepartures({ userId: id })
  expect(await findDefects()).toContainEqual(
    expect.objectContaining({ check: 'inherited debt = its transfers', subject: String(found!.id) }),
  )
  await set(null)
})
