import { describe, expect, test, vi } from 'vitest'
import { createAdmission, PRIORITIES } from '../../server/admission'

describe('admission with one place', () => {
  test('the next request waits, and a request that finds the queue full is refused', async () => {
    const admission = createAdmission({ running: 1, waiting: { guest: 1 } })
    const first = await admission.enter('guest')
    const second = admission.enter('guest')
    expect(await admission.enter('guest')).toBeNull()
    expect(admission.counts()).toEqual({
      running: 1,
      waiting: { money: 0, member: 0, form: 0, guest: 1, desk: 0 },
    })
    first!()
    const leave = await second
    leave!()
    expect(admission.counts().running).toBe(0)
  })

  test('money is served before members, members before guests, forms before pages, and operators last', async () => {
    const admission = createAdmission({ running: 1 })
    const leave = await admission.enter('guest')
    const order: string[] = []
    const all = [...PRIORITIES, ...PRIORITIES].toReversed().map(async (priority) => {
      const end = await admission.enter(priority)
      order.push(priority)
      end!()
    })
    leave!()
    await Promise.all(all)
    expect(order).toEqual(PRIORITIES.flatMap((priority) => [priority, priority]))
  })

  test('money is accepted while the queue of guests is full', async () => {
    const admission = createAdmission({ running: 1, waiting: { guest: 0 } })
    const leave = await admission.enter('member')
    expect(await admission.enter('guest')).toBeNull()
    const money = admission.enter('money')
    leave!()
    expect(await money).toBeTypeOf('function')
  })

  test.each([
    ['guest', true],
    ['form', true],
    ['member', false],
    ['desk', false],
  ] as const)('a refused %s is told for a while: %s', async (priority, isTold) => {
    const admission = createAdmission({ running: 1, waiting: { [priority]: 0 }, reportMs: 50 })
    await admission.enter('money')
    expect(admission.hasRefusedGuests()).toBe(false)
    expect(await admission.enter(priority)).toBeNull()
    expect(admission.hasRefusedGuests()).toBe(isTold)
    await vi.waitFor(() => expect(admission.hasRefusedGuests()).toBe(false))
  })

  test('operators have three places, each until its request has ended', async () => {
    const admission = createAdmission({ running: 16, slotMs: 1 })
    const leaves = await Promise.all([1, 2, 3].map(() => admission.enter('desk')))
    await vi.waitFor(() => expect(admission.counts().running).toBe(0))
    const fourth = admission.enter('desk')
    const guest = await admission.enter('guest')
    guest!()
    expect(admission.counts().waiting.desk).toBe(1)
    leaves[0]!()
    leaves[0]!()
    const fifth = admission.enter('desk')
    ;(await fourth)!()
    ;(await fifth)!()
    expect(admission.counts().waiting.desk).toBe(0)
  })

  test('a request that ends twice frees one place', async () => {
    const admission = createAdmission({ running: 1 })
    const leave = await admission.enter('guest')
    const entered: number[] = []
    for (const n of [1, 2]) void admission.enter('guest').then(() => entered.push(n))
    leave!()
    leave!()
    await expect.poll(() => entered).toEqual([1])
    expect(admission.counts()).toMatchObject({ running: 1, waiting: { guest: 1 } })
  })

  test('a queued request starts only after turns in which connections are accepted', async () => {
    const admission = createAdmission({ running: 2 })
    await admission.enter('guest')
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await admission.enter('guest')
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(8)
  })

  test('the next request starts when the first has run for a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const admission = createAdmission({ running: 1 })
    const slow = await admission.enter('guest')
    const next = admission.enter('guest')
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
    expect(await next).toBeTypeOf('function')
    slow!()
    expect(admission.counts().running).toBe(1)
  })
})
