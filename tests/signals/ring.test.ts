import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import {
  clearSignal,
  findPlaceOfSignal,
  listRing,
  listSignalsAbout,
  upholdSignal,
} from '~/domain/signals/review.server'
import { raiseSignal, type NewSignal } from '~/domain/signals/signals.server'
import { member } from '../wallet/support'

let serial = 0
const raise = async (kind: NewSignal['kind'], ...members: number[]) =>
  (await db.transaction((tx) => raiseSignal(tx, { kind, facts: `ring ${++serial}`, members })))!

const makeMembers = (count: number) => Promise.all(Array.from({ length: count }, () => member()))
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

describe('a ring', () => {
  test('has all whom signals tie together, also by a third, and nobody else', async () => {
    const [a, b, c, d, other] = (await makeMembers(5)) as [number, number, number, number, number]
    const first = await raise('same-destination', a, b)
    const second = await raise('referral-device', b, c)
    await raise('claimed-order', c, d)
    await raise('same-destination', other)
    expect(await listRing(first, 50)).toEqual(sorted([a, b, c, d]))
    expect((await listSignalsAbout([a, b], 50)).map(({ id }) => id)).toEqual([second, first])
    expect(await listRing(first, 2)).toHaveLength(2)
  })

  test('ends at a signal that was cleared, and at a burst of sign-ups that was not upheld', async () => {
    const [a, b, c, d] = (await makeMembers(4)) as [number, number, number, number]
    const first = await raise('same-destination', a, b)
    const harmless = await raise('referral-device', b, c)
    await clearSignal(harmless, 'a family')
    const burst = await raise('sign-up-burst', b, d)
    expect(await listRing(first, 50)).toEqual(sorted([a, b]))
    await upholdSignal(burst, 'one person')
    expect(await listRing(first, 50)).toEqual(sorted([a, b, d]))
    expect(await listSignalsAbout([], 50)).toEqual([])
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
