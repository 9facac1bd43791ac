// The code that only the demo displays.
import { expect, test } from 'vitest'
import { env, parseEnv } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { findDemoCode } from '~/http/desk/access/demo-code.server'
import { setSecondFactor, spendCode } from '~/domain/operators/second-factor.server'
import { seedOperator } from '../../ops/demo-seed'

const real = {
  PUBLIC_ORIGIN: 'https://shop.example',
  DATABASE_URL: 'postgres://localhost/shop',
  SESSION_SECRET: 'x'.repeat(32),
  DATA_KEY: '0'.repeat(64),
  ALLOW_DEMO_OTP: '9000000001',
}

/** As if the process had these variables. */
async function withoutDemo<T>(work: () => Promise<T> | T): Promise<T> {
  const now = env()
  const { demo } = now
  now.demo = parseEnv(real).demo
  try {
    return await work()
  } finally {
    now.demo = demo
  }
}

async function makeOperator() {
  const [operator] = await db
    .insert(operators)
    .values({ name: 'Bea Rao', role: 'owner', state: 'active' })
    .returning()
  await db.transaction((tx) => setSecondFactor(tx, operator!))
  return (await db.select().from(operators))[0]!
}

test('no variable makes a demo of a database or an address of the world', () => {
  const tries = [
    {},
    { NODE_ENV: 'development' },
    { NODE_ENV: 'test' },
    { DEMO: '1', demo: 'true' },
    { EMBEDDED_DATABASE_URL: 'postgres://localhost/demo' },
    { PUBLIC_ORIGIN: 'http://localhost:3000', ALLOW_DEMO_OTP: '1' },
  ]
  for (const more of tries) expect([more, parseEnv({ ...real, ...more }).demo]).toEqual([more, false])
})

test('the demo shows a code that works, and outside the demo there is none, and no operator of the demo', async () => {
  const operator = await makeOperator()
  expect(await withoutDemo(() => findDemoCode(operator))).toBeUndefined()
  const code = findDemoCode(operator)!
  expect(code).toMatch(/^\d{6}$/)
  expect(await spendCode(operator, code)).toEqual({ ok: true })
  await withoutDemo(seedOperator)
  expect(await db.$count(operators)).toBe(1)
  await seedOperator()
  await seedOperator()
  expect((await db.select().from(operators)).map(({ name }) => name)).toEqual(['Bea Rao', 'Lakshmi Menon'])
})
