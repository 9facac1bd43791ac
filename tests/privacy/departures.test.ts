/** Debts and holds of deleted accounts follow the mobile number to its next account. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { departures } from '~/platform/db/schema/departures'
import { findDepartures } from '~/domain/privacy/departures.server'
import { moveLateDebts } from '~/domain/privacy/sweep/late-debts.server'
import { sweep } from '~/domain/privacy/sweep.server'
import { moveLeftDebt } from '~/domain/privacy/inherited-debt.server'
import { findSignal as findAnySignal, listSignals, upholdSignal } from '~/domain/signals/review.server'
import { paise } from '~/platform/formats/money'
import { explainDebt } from '~/domain/wallet/wallet-page/explain-debt.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { findBlockers } from '~/domain/wallet/blockers.server'
import { findDefects } from '~/domain/books/audit.server'
import { listWalletHistory } from '~/domain/wallet/history.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { newPhone } from '../accounts/people'
import { listNotifications } from '../support/notifications'
import { byCommand, earn } from '../wallet/support'
import {
  age,
  createDebtor,
  findUser,
  hold,
  leave,
  leaveAfterSale,
  payOutSale,
  readForfeited,
  returnAsDebtor,
  reverse,
  signUp,
  watchBooks,
} from './debtors'

watchBooks()

describe('return of a member who left with a debt', () => {
  test('moves the debt to the new account with the same number, and the next cashback repays it', async () => {
    const { id, phone } = await createDebtor()
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
    const { id, phone } = await createDebtor()
    await leave(id)
    const [row] = await findDepartures({ phone })
    expect(row).toMatchObject({ user_id: id, debt_paise: 450_00n, returned_as: null })
    expect(JSON.stringify({ ...row, debt_paise: '', moved_paise: '', forfeited_paise: '' })).not.toContain(
      phone.slice(-10),
    )
    expect((await readWallet(await signUp(newPhone()))).debt).toBe(0n)
  })

  test('moves the debt again after leaving a second time', async () => {
    const { phone, again: second } = await returnAsDebtor()
    await leave(second)
    const third = await signUp(phone)
    expect((await readWallet(third)).debt).toBe(450_00n)
    expect((await readWallet(second)).debt).toBe(0n)
  })

  test('moves no debt after 90 days, but raises a signal', async () => {
    const { id, phone } = await createDebtor()
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
      const { id, phone } = await createDebtor()
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
      const { id, phone } = await createDebtor()
      const [, made] = await Promise.allSettled([leave(id), signUp(phone)])
      const again = made.status === 'fulfilled' ? made.value : await signUp(phone)
      expect((await readWallet(again)).debt).toBe(450_00n)
    }
  })
})

test('a debt booked after the return moves too, and is taken from the wallet first', async () => {
  const phone = newPhone()
  const id = await signUp(phone)
  const sale = await payOutSale(id, 450_00n)
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
  const { items } = await listWalletHistory(again)
  expect(items.map((item) => [item.description, item.amount])).toEqual([
    ['Owed by an earlier account', -100_00n],
    ['Cashback confirmed', 100_00n],
  ])
})

describe('reversal after a deletion', () => {
  test('is owed by the next account with the number, even without a debt at the deletion', async () => {
    const { id, phone, sale } = await leaveAfterSale(900_00n)
    const again = await signUp(phone)
    expect(await listSignals({ member: again }, { limit: 10 })).toEqual([])
    await reverse(sale)
    expect(await moveLateDebts()).toBe(1)
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 900_00n })
    expect((await readWallet(id)).debt).toBe(0n)
  })

  test('before the return is owed by the next account at its sign-up', async () => {
    const { phone, sale } = await leaveAfterSale(900_00n)
    await reverse(sale)
    const again = await signUp(phone)
    expect((await readWallet(again)).debt).toBe(900_00n)
    expect(await listSignals({ member: again }, { limit: 10 })).toHaveLength(1)
  })

  test('follows the number through an account that was deleted without debt', async () => {
    const { phone, sale } = await leaveAfterSale(900_00n)
    const second = await signUp(phone)
    await leave(second)
    const third = await signUp(phone)
    await reverse(sale)
    await moveLateDebts()
    await moveLateDebts()
    expect((await readWallet(third)).debt).toBe(900_00n)
  })

  test('after 90 days raises one signal and moves nothing', async () => {
    const { id, phone, sale } = await leaveAfterSale(900_00n)
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
    const sale = await payOutSale(id, 600_00n)
    const other = await earn(id, 300_00n)
    const third = await earn(id, 100_00n)
    await leave(id)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 0n })
    expect(await readForfeited()).toBe(400_00n)
    await reverse(other)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 0n })
    await reverse(sale)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 500_00n })
    await reverse(third)
    expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 600_00n })
    expect(await readForfeited()).toBe(0n)
  })
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

test('after three years the number’s hash is deleted and the transfers keep their reference', async () => {
  const { id, phone } = await returnAsDebtor()
  await age(id, '3 years')
  expect((await sweep()).departures).toBe(1)
  expect(await findDepartures({ phone })).toEqual([])
  expect((await findDepartures({ userId: id }))[0]).toMatchObject({ phone_hash: null, moved_paise: 450_00n })
})

test('the audit finds a moved debt without its departure, and a departure without its transfers', async () => {
  const { id, again } = await returnAsDebtor()
  await db.update(departures).set({ moved_paise: 1n }).where(eq(departures.user_id, id))
  const listSubjects = async () =>
    (await findDefects()).map(({ check, subject }) => `${check}: ${subject}`).toSorted()
  const found = await listSubjects()
  expect(found).toContain(`available - debt = earned - withdrawn: ${again}`)
  expect(found).toContain(`available - debt = earned - withdrawn: ${id}`)
  expect(found.some((one) => one.startsWith('inherited debt = its transfers: '))).toBe(true)
  await db.update(departures).set({ moved_paise: 450_00n }).where(eq(departures.user_id, id))
})

test('the audit finds a lifted departure whose debt was neither given back nor written off', async () => {
  const { id } = await returnAsDebtor()
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

describe('a destination that a debtor was paid to', () => {
  let upi: string
  beforeEach(() => {
    upi = `debtor.${newPhone().slice(1)}@okbank`
  })
  const findSignal = async (member: number) =>
    (await listSignals({ kind: 'left-debt', member }, { limit: 5 }))[0]
  const isBlocked = async (id: number) => (await findBlockers(db, [id])).get(id)!.hasSignal
  const uphold = (id: number) =>
    byCommand('signals uphold', 'asha', () =>
      moneyTransaction(async (tx) => {
        await upholdSignal(id, 'One person', tx)
        return moveLeftDebt(tx, (await findAnySignal(id, tx))!.facts)
      }),
    )

  test('raises a signal about a later account, and moves the debt only when it is upheld', async () => {
    const { id } = await createDebtor(newPhone(), upi)
    await leave(id)
    const later = await signUp(newPhone())
    await saveUpiDetails(later, { upi })
    const signal = await findSignal(later)
    expect(await isBlocked(later)).toBe(true)
    expect((await readWallet(later)).debt).toBe(0n)
    expect((await uphold(signal!.id)).moved).toBe(450_00n)
    expect((await readWallet(later)).debt).toBe(450_00n)
    expect((await readWallet(id)).debt).toBe(0n)
    expect((await listNotifications(later))[0]).toMatchObject({
      title: 'An earlier account with your bank account or UPI ID',
      body: 'It owed Rs. 450.00, which your cashback repays first. Was it somebody else’s? Write to us.',
    })
    expect(await uphold(signal!.id)).toMatchObject({ moved: 0n })
    expect(await explainDebt(later, paise(450_00n))).toBe('An earlier account of yours owed this.')
  })

  test('leaves no hash if it was never paid, and none with an account that cannot owe', async () => {
    const never = await signUp(newPhone())
    await saveUpiDetails(never, { upi: 'never.paid@okbank' })
    await hold(never, 1)
    await leave(never)
    expect(await findDepartures({ userId: never })).toMatchObject([{ destination_hashes: null }])
  })

  test('raises nothing about an account from before, nor after the hash was erased', async () => {
    const before = await signUp(newPhone())
    const { id } = await createDebtor(newPhone(), upi)
    await leave(id)
    await saveUpiDetails(before, { upi })
    expect(await findSignal(before)).toBeUndefined()
    await age(id, '3 years 1 day')
    await sweep()
    const later = await signUp(newPhone())
    await saveUpiDetails(later, { upi })
    expect(await findSignal(later)).toBeUndefined()
  })

  test('raises a signal when the debt arises after the destination was saved', async () => {
    const { sale, id } = await leaveAfterSale(900_00n, upi)
    const later = await signUp(newPhone())
    await saveUpiDetails(later, { upi })
    expect(await findSignal(later)).toBeUndefined()
    await reverse(sale)
    await moveLateDebts()
    expect(await findSignal(later)).toBeDefined()
    expect((await readWallet(id)).debt).toBe(900_00n)
  })
})
