import { describe, expect, test } from 'vitest'
import { paise } from '~/platform/formats/money'
import { findDepartures } from '~/domain/privacy/departures.server'
import { liftDepartures } from '~/domain/privacy/lift-departures.server'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { byCommand, earn } from '../wallet/support'
import {
  createDebtor,
  findUser,
  hold,
  leave,
  payOutSale,
  readForfeited,
  returnAsDebtor,
  reverse,
  signUp,
  watchBooks,
} from './debtors'

watchBooks()

describe('lifting a departure', () => {
  test('before a return: no account inherits the debt', async () => {
    const { id, phone } = await createDebtor()
    await leave(id)
    const departure = (await findDepartures({ phone }))[0]!.id
    expect(await liftDepartures([departure], 'paid by transfer')).toHaveLength(1)
    expect(await liftDepartures([departure], 'paid by transfer')).toEqual([])
    expect((await readWallet(await signUp(phone))).debt).toBe(0n)
  })

  test('after a return: repaid amounts are given back, and the hold ends', async () => {
    const { id, phone } = await createDebtor()
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
    const { id, again } = await returnAsDebtor()
    await writeOff(again, 450_00n)
    expect(await lift((await findDeparture(id)).id)).toEqual([450_00n])
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 0n })
    expect((await readWallet(id)).debt).toBe(0n)
  })

  test('after a part was repaid and a part written off: gives back only repaid and open amounts', async () => {
    const { id, again } = await returnAsDebtor()
    await earn(again, 100_00n)
    await writeOff(again, 200_00n)
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 150_00n })
    expect(await lift((await findDeparture(id)).id)).toEqual([200_00n])
    expect(await readWallet(again)).toMatchObject({ available: 100_00n, debt: 0n })
    expect((await readWallet(id)).debt).toBe(250_00n)
    expect(await findDeparture(id)).toMatchObject({ moved_paise: 200_00n })
  })

  test('after more was written off than moved: gives and takes nothing', async () => {
    const { id, again } = await returnAsDebtor()
    await earn(again, 450_00n)
    await reverse(await payOutSale(again, 500_00n))
    await writeOff(again, 500_00n)
    expect(await lift((await findDeparture(id)).id)).toEqual([450_00n])
    expect(await readWallet(again)).toMatchObject({ available: 0n, debt: 0n })
  })

  test('after a write-off on the deleted account only: gives back the whole moved amount', async () => {
    const { id, phone } = await createDebtor()
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
      const { id, phone, again: second } = await returnAsDebtor()
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
      expect(await readForfeited()).toBe(repaid)
    },
  )

  test.each(['at once', 'the first alone'])(
    'two successive departures, %s: one write-off counts for both',
    async (how) => {
      const { id, phone, again: second } = await returnAsDebtor()
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
