import { expect, test } from 'vitest'
import { createAdmission, priorityOf, type Admission } from '../../server/admission'

const soon = () => new Promise((resolve) => setImmediate(resolve))

const QUEUES = { page: 64, form: 256, money: 2000 }

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

test('reports and withdrawals go before forms, and forms before pages', async () => {
  const admission = createAdmission({ running: 1 })
  const order: string[] = []
  const leave = await admission.enter('page')
  const all = (['page', 'form', 'page', 'money', 'form'] as const).map(async (priority) => {
    const end = await admission.enter(priority)
    order.push(priority)
    end!()
  })
  leave!()
  await Promise.all(all)
  expect(order).toEqual(['money', 'form', 'form', 'page', 'page'])
})

test('a full queue of pages refuses neither forms nor reports', async () => {
  const admission = createAdmission({ running: 1, waiting: { ...QUEUES, page: 0 } })
  const leave = await admission.enter('page')
  expect(await admission.enter('page')).toBeNull()
  const others = [admission.enter('form'), admission.enter('money')]
  leave!()
  for (const other of others.toReversed()) (await other)!()
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

const enterMany = async (admission: Admission, count: number) => {
  let entered = 0
  for (let n = 0; n < count; n++) void admission.enter('money').then(() => entered++)
  await soon()
  return () => entered
}

test('slow requests raise the limit while the event loop is free', async () => {
  const admission = createAdmission({ running: 10 })
  const entered = await enterMany(admission, 300)
  expect(entered()).toBe(10)
  for (let tick = 0; tick < 5; tick++) admission.adapt(0)
  await soon()
  expect(entered()).toBe(30)
  for (let tick = 0; tick < 100; tick++) admission.adapt(0)
  await soon()
  expect(entered()).toBe(256)
})

test('a delayed event loop lowers the limit, to no fewer than 8', async () => {
  const admission = createAdmission({ running: 100 })
  for (let tick = 0; tick < 3; tick++) admission.adapt(31)
  expect((await enterMany(admission, 300))()).toBe(34)
  const narrow = createAdmission({ running: 100 })
  for (let tick = 0; tick < 50; tick++) narrow.adapt(1000)
  expect((await enterMany(narrow, 300))()).toBe(8)
})

test.each([
  ['GET', '/', 'page'],
  ['HEAD', '/Deals', 'page'],
  ['GET', '/Account/Wallet', 'page'],
  ['POST', '/newsletter', 'form'],
  ['POST', '/Account/Login', 'form'],
  ['POST', '/Account/Wallet', 'money'],
  ['POST', '/api/wallet/withdrawals', 'money'],
  ['GET', '/postback/trackier/secret', 'money'],
  ['POST', '/webhooks/razorpayx', 'money'],
  ['GET', '/postbacks-explained', 'page'],
])('%s %s has the priority %s', (method, path, priority) => {
  expect(priorityOf(method, path)).toBe(priority)
})
