import { expect, test } from 'vitest'
import { createAdmission, priorityOf, type Admission, type Priority } from '../../server/admission'

const soon = () => new Promise((resolve) => setImmediate(resolve))

const QUEUES = { page: 64, form: 256, money: 2000, report: 2000 }

test('requests beyond the limit wait in turn, and beyond the queue are refused', async () => {
  const admission = createAdmission({ running: 1, waiting: { ...QUEUES, page: 1 } })
  const first = await admission.enter('page')
  const second = admission.enter('page')
  expect(await admission.enter('page')).toBeNull()
  first!()
  const leave = await second
  expect(leave).toBeTypeOf('function')
  leave!()
  expect(await admission.enter('page')).toBeTypeOf('function')
})

test('reports go before withdrawals, those before forms, and forms before pages', async () => {
  const admission = createAdmission({ running: 1 })
  const order: string[] = []
  const leave = await admission.enter('page')
  const all = (['page', 'form', 'page', 'money', 'form', 'report'] as const).map(async (priority) => {
    const end = await admission.enter(priority)
    order.push(priority)
    end!()
  })
  leave!()
  await Promise.all(all)
  expect(order).toEqual(['report', 'money', 'form', 'form', 'page', 'page'])
})

test('a full queue of pages refuses neither forms nor reports', async () => {
  const admission = createAdmission({ running: 1, waiting: { ...QUEUES, page: 1 } })
  const leave = await admission.enter('page')
  const page = admission.enter('page')
  expect(await admission.enter('page')).toBeNull()
  const others = [admission.enter('form'), admission.enter('money')]
  leave!()
  for (const other of others.toReversed()) (await other)!()
  ;(await page)!()
})

test('ending a request twice frees one place', async () => {
  const admission = createAdmission({ running: 1 })
  const leave = await admission.enter('page')
  const entered: number[] = []
  for (const n of [1, 2]) void admission.enter('page').then(() => entered.push(n))
  leave!()
  leave!()
  await soon()
  expect(entered).toEqual([1])
})

/** Who is admitted in which order, and how many of each are refused, while nothing runs. */
async function queueAll(admission: Admission, senders: string[], priority: Priority = 'money') {
  const end = await admission.enter('page')
  const admitted: string[] = []
  const refused: string[] = []
  const all = senders.map(async (sender) => {
    const leave = await admission.enter(priority, sender)
    ;(leave ? admitted : refused).push(sender)
    leave?.()
  })
  end!()
  await Promise.all(all)
  return { admitted, refused }
}

const many = (count: number, sender: string) => Array<string>(count).fill(sender)

test('one address that floods the wallet neither fills the queue nor makes others wait long', async () => {
  const { admitted, refused } = await queueAll(createAdmission({ running: 1 }), [
    ...many(3000, 'flood'),
    'asha',
    'ravi',
    ...many(3000, 'flood'),
    'meera',
  ])
  expect(new Set(refused)).toEqual(new Set(['flood']))
  expect(admitted.slice(0, 4)).toEqual(['flood', 'asha', 'ravi', 'meera'])
  expect(admitted.length).toBe(2000)
})

test('a full queue is shared evenly by those who want it', async () => {
  const admission = createAdmission({ running: 1, waiting: { ...QUEUES, form: 10 } })
  const senders = [...many(20, 'one'), ...many(20, 'two'), ...many(3, 'three')]
  const { admitted } = await queueAll(admission, senders, 'form')
  const of = (sender: string) => admitted.filter((one) => one === sender).length
  expect([of('one') + of('two'), of('three')]).toEqual([7, 3])
  expect(Math.abs(of('one') - of('two'))).toBeLessThanOrEqual(1)
})

test('the reports of one network fill their queue, whoever floods the wallet and other postbacks', async () => {
  const admission = createAdmission({ running: 1 })
  const end = await admission.enter('page')
  const flood = Array.from({ length: 6000 }, (_, n) =>
    admission.enter(n % 2 ? 'money' : 'page', `192.0.2.${n % 250}`).then((leave) => leave?.()),
  )
  let stored = 0
  const reports = Array.from({ length: 2000 }, async () => {
    const leave = await admission.enter('report', '203.0.113.7')
    if (leave) stored++
    leave?.()
  })
  expect(await admission.enter('report', '203.0.113.7')).toBeNull()
  end!()
  await Promise.all([...flood, ...reports])
  expect(stored).toBe(2000)
})

const enterMany = async (admission: Admission, count: number) => {
  let entered = 0
  for (let n = 0; n < count; n++) void admission.enter('money').then(() => entered++)
  await soon()
  return () => entered
}

test('slow requests raise the limit while the event loop mostly waits', async () => {
  const { turns, run } = fakeTurns()
  const admission = createAdmission({ running: 10, turns })
  const entered = await enterMany(admission, 300)
  await run(300)
  expect(entered()).toBe(10)
  admission.adapt(0, 0.5)
  await run(300)
  expect(entered()).toBe(12)
  for (let look = 0; look < 50; look++) {
    admission.adapt(0, 0.5)
    await run(300)
  }
  expect(entered()).toBe(256)
})

test('a full event loop does not raise the limit, and long turns lower it, to no fewer than 4', async () => {
  for (const [first, looks, longest, expected] of [
    [10, 5, 0, 10],
    [100, 3, 31, 34],
    [100, 50, 1000, 4],
  ] as const) {
    const { turns, run } = fakeTurns()
    const admission = createAdmission({ running: first, turns })
    for (let look = 0; look < looks; look++) admission.adapt(longest, 0.9)
    const entered = await enterMany(admission, 300)
    await run(300)
    for (let look = 0; look < looks; look++) admission.adapt(longest, 0.9)
    await run(300)
    expect(entered()).toBe(expected)
  }
})

/** Turns of the event loop that take what a test says, in ms. */
function fakeTurns() {
  let now = 0
  let waiting: (() => void)[] = []
  /** `arriving` happens in each turn. */
  const run = async (count: number, took = 0, arriving = () => {}) => {
    for (let n = 0; n < count; n++) {
      now += took
      arriving()
      const due = waiting
      waiting = []
      for (const work of due) work()
      await soon()
    }
  }
  return { turns: { now: () => now, next: (work: () => void) => void waiting.push(work) }, run }
}

test('a refusal waits for no turn of the event loop', async () => {
  const { turns } = fakeTurns()
  const admission = createAdmission({ running: 1, waiting: { ...QUEUES, page: 1 }, turns })
  void admission.enter('page')
  expect(await admission.enter('page')).toBeNull()
})

test('a request starts in a turn that had little else to do, one in each', async () => {
  const { turns, run } = fakeTurns()
  const admission = createAdmission({ running: 10, turns })
  const entered = await enterMany(admission, 5)
  await run(1, 10)
  // Nothing else runs, so the turn was busy with what is not admitted.
  expect(entered()).toBe(1)
  await run(20, 10)
  expect(entered()).toBe(1)
  await run(1, 1)
  expect(entered()).toBe(2)
  await run(2, 1)
  expect(entered()).toBe(4)
})

test('a loop that is never quiet starts a request each second all the same', async () => {
  const { turns, run } = fakeTurns()
  const admission = createAdmission({ running: 10, turns })
  const entered = await enterMany(admission, 5)
  await run(1, 10)
  await run(100, 10)
  expect(entered()).toBe(1)
  await run(1, 10)
  expect(entered()).toBe(2)
})

test('new connections are accepted before a waiting request starts, up to 64 of them', async () => {
  const { turns, run } = fakeTurns()
  const admission = createAdmission({ running: 10, turns })
  const entered = await enterMany(admission, 2)
  const connecting = () => admission.connected()
  await run(20, 0.1, connecting)
  expect(entered()).toBe(0)
  await run(1, 0.1)
  expect(entered()).toBe(1)
  await run(63, 0.1, connecting)
  expect(entered()).toBe(1)
  await run(1, 0.1, connecting)
  expect(entered()).toBe(2)
})

test.each([
  ['GET', '/', 'page'],
  ['HEAD', '/Deals', 'page'],
  ['GET', '/Account/Wallet', 'page'],
  ['POST', '/newsletter', 'form'],
  ['POST', '/Account/Login', 'form'],
  ['POST', '/Account/Wallet', 'money'],
  ['POST', '/api/wallet/withdrawals', 'money'],
  ['GET', '/postback/trackier/secret', 'report'],
  ['POST', '/Postback/trackier/secret', 'report'],
  ['POST', '/postback/trackier/guessed', 'page'],
  ['POST', '/webhooks/razorpayx', 'money'],
  ['GET', '/postbacks-explained', 'page'],
])('%s %s has the priority %s', (method, path, priority) => {
  expect(priorityOf(method, path, (postback) => postback.endsWith('/secret'))).toBe(priority)
})
