import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import {
  clearSignal,
  findPlaceOfSignal,
  listRing,
  listSignalsAbout,
  upholdSignal,
} from '~/domain/signals/review.server'
import { describeRing } from '~/desk/signals/ring'
import { listBlocked, raiseSignal, type NewSignal } from '~/domain/signals/signals.server'
import { collectQueries } from '../support/queries'
import { member } from '../wallet/support'

let serial = 0
const raiseNaming = async (kind: NewSignal['kind'], members: number[], named: number[]) =>
  (await db.transaction((tx) => raiseSignal(tx, { kind, facts: `ring ${++serial}`, members, named })))!
const raise = (kind: NewSignal['kind'], ...members: number[]) => raiseNaming(kind, members, [])
const listTied = async (id: number, limit: number) => sorted((await listRing(id, limit)).tied)

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
/** The ids are in order, which is the order of a ring among equals. */
const makeMembers = async (count: number) =>
  sorted(await Promise.all(Array.from({ length: count }, () => member())))

describe('a ring', () => {
  test('has all whom signals tie together, also by a third, and nobody else', async () => {
    const [a, b, c, d, other] = (await makeMembers(5)) as [number, number, number, number, number]
    const first = await raise('same-destination', a, b)
    const second = await raise('referral-device', b, c)
    await raise('claimed-order', c, d)
    await raise('same-destination', other)
    expect(await listTied(first, 50)).toEqual(sorted([a, b, c, d]))
    expect((await listSignalsAbout([a, b], 50)).map(({ id }) => id)).toEqual([second, first])
    expect(await listTied(first, 2)).toHaveLength(2)
  })

  test('ends at a signal that was cleared, and at a burst of sign-ups that was not upheld', async () => {
    const [a, b, c, d] = (await makeMembers(4)) as [number, number, number, number]
    const first = await raise('same-destination', a, b)
    const harmless = await raise('referral-device', b, c)
    await clearSignal(harmless, 'a family')
    const burst = await raise('sign-up-burst', b, d)
    expect(await listTied(first, 50)).toEqual(sorted([a, b]))
    await upholdSignal(burst, 'one person')
    expect(await listTied(first, 50)).toEqual(sorted([a, b, d]))
    expect(await listSignalsAbout([], 50)).toEqual([])
  })

  test('lists strangers whom a signal names, and not those who are tied to them', async () => {
    const [thief, victim, friend] = (await makeMembers(3)) as [number, number, number]
    const first = await raiseNaming('claimed-order', [thief], [victim])
    const other = await raise('same-destination', victim, friend)
    expect(await listRing(first, 50)).toEqual({ tied: [thief], named: [victim] })
    expect((await listSignalsAbout([thief], 50)).map(({ id }) => id)).toEqual([first])
    expect(await listRing(other, 50)).toEqual({ tied: [victim, friend], named: [] })
    await raise('referral-device', thief, victim)
    expect(await listRing(first, 50)).toEqual({ tied: [thief, victim, friend], named: [] })
  })

  test('ends after eight signals in a chain, with the nearest accounts first', async () => {
    const chain = await makeMembers(12)
    const first = await raise('same-destination', chain[0]!, chain[1]!)
    for (let i = 1; i < 11; i++) await raise('same-destination', chain[i]!, chain[i + 1]!)
    expect((await listRing(first, 50)).tied).toEqual(chain.slice(0, 9))
    expect((await listRing(first, 4)).tied).toEqual(chain.slice(0, 4))
  })

  test('is read with as many queries for nine accounts as for two', async () => {
    const few = await raise('same-destination', ...(await makeMembers(2)))
    const many = await raise('same-destination', ...(await makeMembers(9)))
    const count = async (id: number) => (await collectQueries(() => describeRing(id))).length
    await count(few)
    expect(await count(many)).toBe(await count(few))
  })

  test('has chosen at first what an open signal stops: nobody who is only named, and nothing decided', async () => {
    const [thief, victim, upheldOne, guest] = (await makeMembers(4)) as [number, number, number, number]
    const first = await raiseNaming('claimed-order', [thief], [victim])
    await raise('same-destination', victim)
    const upheld = await raise('referral-device', thief, upheldOne)
    await upholdSignal(upheld, 'one person')
    const burst = await raise('sign-up-burst', thief, guest)
    const find = async (id: number, name: string) => {
      const table = (await describeRing(id)).find((one) => one.name === name)!
      return table.rows.filter(table.isChosen!).map(({ id: row }: { id: number }) => row)
    }
    expect(await listBlocked([thief, victim, upheldOne, guest])).toEqual(new Set([thief, victim, upheldOne]))
    expect(sorted(await find(first, 'accounts'))).toEqual(sorted([thief, upheldOne]))
    expect(await find(first, 'ties')).toEqual([first])
    expect(await find(burst, 'accounts')).not.toContain(guest)
    const twice = await raiseNaming('claimed-order', [], [victim, guest])
    expect(await find(twice, 'ties')).toEqual([twice])
    expect(await find(twice, 'accounts')).toEqual([])
  })
})

test('the queue of signals leads from each to the next, and from the last to the first', async () => {
  const ids: number[] = []
  for (const one of await makeMembers(3)) ids.push(await raise('click-burst', one))
  const [oldest, middle, newest] = ids as [number, number, number]
  expect(await findPlaceOfSignal(newest)).toMatchObject({ position: 1, previous: null, next: middle })
  const { count } = (await findPlaceOfSignal(newest))!
  const last = await findPlaceOfSignal(oldest)
  expect(last).toMatchObject({ position: 3, previous: middle })
  await clearSignal(middle, 'a tester')
  expect(await findPlaceOfSignal(middle)).toMatchObject({ count: count - 1, position: null, next: oldest })
})
