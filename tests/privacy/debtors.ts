/** Members whose debts, holds and sales outlive their account. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { holdPayouts } from '~/domain/accounts/payout-hold.server'
import { insertUser } from '~/domain/accounts/users.server'
import { db } from '~/platform/db/client.server'
import { conversions } from '~/platform/db/schema/conversions'
import { rateLimits, users } from '~/platform/db/schema/members'
import { formatPlain } from '~/platform/formats/money'
import { deleteAccount } from '~/domain/privacy/deletion.server'
import { inheritFromDeparture } from '~/domain/privacy/departures.server'
import { findDefects } from '~/domain/books/audit.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readAccounts } from '~/domain/books/journal.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { newPhone, stranger } from '../accounts/people'
import { rewrite } from '../support/rewrite'
import { requestAmount } from '../wallet/payout-support'
import { earn, receive, typeCommands } from '../wallet/support'

const PASSWORD = 'a quiet river'
const password_hash = await hashPassword(PASSWORD)

/** Every case begins without limits and forfeited balances, and ends with books that balance. */
export function watchBooks(): void {
  beforeAll(() => typeCommands('withdrawals', 'users lift'))
  beforeEach(async () => {
    forfeitedBefore = 0n
    forfeitedBefore = await readForfeited()
  })
  afterEach(async () => {
    await db.delete(rateLimits)
    expect(await findDefects()).toEqual([])
  })
}

let forfeitedBefore = 0n

/** What the accounts of this case have forfeited. */
export async function readForfeited(): Promise<bigint> {
  const line = (await readAccounts({})).find(({ code }) => code === 'forfeited_balances')
  return line!.closing - forfeitedBefore
}

export const signUp = (phone: string) =>
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

export const leave = (id: number) =>
  deleteAccount(id, { password: PASSWORD, confirm: true, forfeit: true }, stranger())

export async function reverse(saleId: number) {
  const [sale] = await db.select().from(conversions).where(eq(conversions.id, saleId))
  const raw = { p1: sale!.click_id, conversion_id: sale!.external_id, status: 'rejected' }
  await receive(raw)
}

/** A sale whose cashback is withdrawn and paid. */
export async function payOutSale(userId: number, amount: bigint, upi = 'asha.rao@okbank'): Promise<number> {
  const sale = await earn(userId, amount)
  await saveUpiDetails(userId, { upi })
  const id = await requestAmount(userId, formatPlain(amount))
  await approveWithdrawal(id, { despiteSignal: 'Looked into' })
  await payWithdrawal(id, `UTR${id}`)
  return sale
}

/** A member who owes Rs. 450. */
export async function createDebtor(phone = newPhone(), upi?: string) {
  const id = await signUp(phone)
  await reverse(await payOutSale(id, 450_00n, upi))
  expect(await readWallet(id)).toMatchObject({ available: 0n, debt: 450_00n })
  return { id, phone }
}

/** A debtor who left and signed up again. */
export async function returnAsDebtor() {
  const { id, phone } = await createDebtor()
  await leave(id)
  return { id, phone, again: await signUp(phone) }
}

/** A member who left after a sale of this amount was paid out. */
export async function leaveAfterSale(amount: bigint, upi?: string) {
  const phone = newPhone()
  const id = await signUp(phone)
  const sale = await payOutSale(id, amount, upi)
  await leave(id)
  return { id, phone, sale }
}

export const hold = (id: number, days: number) =>
  db.transaction((tx) => holdPayouts(tx, id, new Date(Date.now() + days * 86_400_000), 'of a check'))

export const age = (id: number, interval: string) =>
  rewrite(sql`UPDATE departures SET left_at = now() - ${interval}::interval WHERE user_id = ${id}`)

export const findUser = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]!
