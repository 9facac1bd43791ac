import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { paise } from '~/platform/formats/money'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { findDefects } from '~/domain/books/audit.server'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { approveWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import type { Visitor } from '../support/app'
import { createDebtor, returnAsDebtor } from '../privacy/debtors'
import { signedIn, signInAs } from '../support/people'
import { earn, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('withdrawals'))

const BANK = {
  acc_number: '001234567890',
  acc_holder_name: 'Asha Rao',
  ifsc_code: 'ABCD0123456',
  bank_name: '',
}

/** A member with Rs. 500 and a requested withdrawal of 200. */
async function asker() {
  const { visitor, id } = await signedIn()
  await earn(id, 500_00n)
  await saveUpiDetails(id, { upi: `asha${id}.rao@okbank` })
  return { visitor, id, withdrawal: await ask(id) }
}

async function ask(userId: number): Promise<number> {
  const asked = await requestWithdrawal(userId, {
    amount: paise(200_00n),
    method: 'upi',
    request_key: randomUUID(),
  })
  if (!asked.ok) throw new Error(asked.reason)
  return asked.withdrawal.id
}

const cancel = (visitor: Visitor, withdrawal: number | string) =>
  visitor.post('/Account/Wallet/cancel', { from: '/Account/Wallet', withdrawal: String(withdrawal) })

/** Runs `work` while every write to a table fails. */
async function withoutWrites(table: string, work: () => Promise<void>) {
  await db.execute(
    sql.raw(`CREATE TRIGGER broken BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION refuse_change()`),
  )
  try {
    await work()
  } finally {
    await db.execute(sql.raw(`DROP TRIGGER broken ON ${table}`))
  }
}

describe('requested withdrawal', () => {
  test('can be cancelled, which returns the money at once', async () => {
    const { visitor, id, withdrawal } = await asker()
    const page = await visitor.get('/Account/Wallet')
    expect(page.body).toContain('action="/Account/Wallet/cancel"')
    expect(page.body).toContain(`name="withdrawal" value="${withdrawal}"`)
    const answer = await cancel(visitor, withdrawal)
    expect([answer.status, answer.location]).toEqual([303, '/Account/Wallet'])
    const after = await visitor.follow(answer)
    expect(after.text).toContain('Withdrawal cancelled Rs. 200.00 is back in your wallet.')
    expect(after.body).not.toContain('action="/Account/Wallet/cancel"')
    expect(await readWallet(id)).toMatchObject({ available: 500_00n, onItsWay: 0n })
    // Cancelling twice gives the same response and returns the money once.
    expect((await visitor.follow(await cancel(visitor, withdrawal))).text).toContain(
      'is back in your wallet.',
    )
    expect((await readWallet(id)).available).toBe(500_00n)
  })

  test('can be cancelled only by its owner', async () => {
    const { id, withdrawal } = await asker()
    const other = (await signedIn()).visitor
    const unknown = 'There is no such withdrawal.'
    for (const given of [withdrawal, 987_654_321, '0', '1 OR 1=1', '', '9'.repeat(30)])
      expect((await other.follow(await cancel(other, given))).text).toContain(unknown)
    expect((await readWallet(id)).onItsWay).toBe(200_00n)
  })

  test('cannot be cancelled once it is being paid', async () => {
    const { visitor, id, withdrawal } = await asker()
    await approveWithdrawal(withdrawal)
    expect((await visitor.get('/Account/Wallet')).body).not.toContain('action="/Account/Wallet/cancel"')
    const page = await visitor.follow(await cancel(visitor, withdrawal))
    expect(page.text).toContain('This withdrawal can no longer be cancelled: it is being paid or has ended.')
    expect((await readWallet(id)).onItsWay).toBe(200_00n)
  })

  test('cancelled and approved at the same time: only one happens', async () => {
    const { visitor, id } = await asker()
    for (let round = 0; round < 10; round++) {
      const before = await readWallet(id)
      if (before.available < 200_00n) await earn(id, 200_00n)
      const { available, onItsWay } = await readWallet(id)
      const withdrawal = await ask(id)
      await Promise.all([
        ...Array.from({ length: 4 }, () => cancel(visitor, withdrawal)),
        approveWithdrawal(withdrawal),
        approveWithdrawal(withdrawal),
      ])
      const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, withdrawal))
      const paying = row!.status === 'processing'
      if (!paying) expect(row!.status).toBe('cancelled')
      expect(await readWallet(id)).toMatchObject({
        available: paying ? available - 200_00n : available,
        onItsWay: paying ? onItsWay + 200_00n : onItsWay,
      })
    }
    expect(await findDefects()).toEqual([])
  })
})

describe('payout details with a failing database', () => {
  test.each([
    ['bank', BANK, 'Error adding bank details!', 'Error updating bank details!'],
    ['upi', { upi: 'asha@okbank' }, 'Error adding UPI details!', 'Error updating UPI details!'],
  ])('%s: the error text is shown and the input is kept', async (method, fields, adding, updating) => {
    const { visitor, id } = await signedIn()
    const from = `/Account/Wallet?edit=${method}`
    const send = async () =>
      visitor.follow(await visitor.post(`/Account/Wallet/${method}`, { from, ...fields }))
    await withoutWrites(`${method}_details`, async () => {
      const page = await send()
      expect(page.text).toContain(`${adding} Something went wrong.`)
      for (const value of Object.values(fields).filter(Boolean))
        expect(page.body).toContain(`value="${value}"`)
    })
    await (method === 'bank'
      ? saveBankDetails(id, { ...BANK, bank_name: 'CRN 1' })
      : saveUpiDetails(id, { upi: 'other@okbank' }))
    await withoutWrites(`${method}_details`, async () => {
      expect((await send()).text).toContain(`${updating} Something went wrong.`)
    })
  })
})

describe('the withdrawal dialog', () => {
  const DIALOG = '/Account/Wallet?dialog=withdraw'
  const keyIn = (body: string) => /name="request_key" value="([^"]+)"/.exec(body)![1]!

  test('explains the hold in advance, and says when one is active', async () => {
    const { visitor, id } = await asker()
    expect((await visitor.get(DIALOG)).text).toContain(
      'Withdrawals are on hold for 24 hours after you change your bank or UPI details, add a second way to be paid, or reset your password.',
    )
    await db
      .update(users)
      .set({ payout_hold_until: new Date('2099-11-22T10:15:00Z'), payout_hold_reason: 'your UPI ID changed' })
      .where(eq(users.id, id))
    expect((await visitor.get(DIALOG)).text).toContain(
      'For your safety withdrawals are on hold until 22 Nov 2099, 3:45 pm, because your UPI ID changed.',
    )
    expect((await visitor.get('/Account/Wallet')).text).toContain(
      'Withdrawals are on hold until 22 Nov 2099, 3:45 pm, because your UPI ID changed.',
    )
    expect((await visitor.get('/Account/Wallet?edit=upi')).text).toContain(
      'A change puts withdrawals on hold for 24 hours.',
    )
  })

  test('keeps its request key after a refusal, and a new dialog has another', async () => {
    const { visitor } = await asker()
    const key = keyIn((await visitor.get(DIALOG)).body)
    const answer = await visitor.post('/Account/Wallet', {
      from: DIALOG,
      type: 'upi',
      amount: '999',
      request_key: key,
    })
    expect(keyIn((await visitor.follow(answer)).body)).toBe(key)
    expect(keyIn((await visitor.get(DIALOG)).body)).not.toBe(key)
  })

  test('an unexpected failure shows the error text and moves nothing', async () => {
    const { visitor, id } = await asker()
    await withoutWrites('withdrawals', async () => {
      const key = keyIn((await visitor.get(DIALOG)).body)
      const fields = { from: DIALOG, type: 'upi', amount: '100', request_key: key }
      const page = await visitor.follow(await visitor.post('/Account/Wallet', fields))
      expect(page.text).toContain('❌ Withdrawal error: Something went wrong.')
      expect(keyIn(page.body)).toBe(key)
    })
    expect(await readWallet(id)).toMatchObject({ available: 300_00n, onItsWay: 200_00n })
  })
})

describe('wallet in debt', () => {
  test.each<[cause: string, sentence: string, createMember: () => Promise<number>]>([
    [
      'a reversed sale',
      'A store took back cashback after it was withdrawn.',
      async () => (await createDebtor()).id,
    ],
    [
      'a correction',
      'We corrected your balance after it was withdrawn.',
      async () => {
        const { id } = await signedIn()
        const facts = { userId: id, kind: 'debit', amount: paise(450_00n), reason: 'Wrong sale' } as const
        expect((await addAdjustment(facts, 'asha')).ok).toBe(true)
        return id
      },
    ],
    [
      'a deleted account',
      'An earlier account of yours owed this.',
      async () => (await returnAsDebtor()).again,
    ],
  ])('says why: %s', async (_, sentence, createMember) => {
    const { text } = await (await signInAs(await createMember())).get('/Account/Wallet')
    expect(text).toContain(`${sentence} The next Rs. 450.00 you earn settle it.`)
  })
})
