import { afterAll, expect, test, vi } from 'vitest'
import { db } from '~/platform/db/client.server'
import { otpChallenges, rateLimits } from '~/platform/db/schema/members'
import { opsProcess } from './process'
import { ops, readLastEntry } from './support'

const fake = await vi.hoisted(async () => {
  const { fakes } = await import('../support/otp-providers')
  const started = await fakes.msg91()
  Object.assign(process.env, started.env)
  return started
})
afterAll(() => fake.close())

const PHONE = '9876543210'
const send = () => ops(`otp test ${PHONE}`)

test('otp test sends a code that opens no session, and prints the provider’s answer', async () => {
  const { code, out, err } = await send()
  expect([code, out]).toEqual([0, expect.stringMatching(/^msg91 took it: reference \w+\. Look whether/)])
  expect(fake.sentTo(`+91${PHONE}`)).toBe(1)
  expect(out + err).not.toContain(fake.codeOf(`+91${PHONE}`))
  expect(await db.select().from(otpChallenges)).toEqual([])
  const entry = await readLastEntry()
  expect(entry).toMatchObject({ command: 'otp test ••••••3210', outcome: 'done' })
})

test('otp test prints why the provider refused, and whether a message may have been sent', async () => {
  fake.trouble = { status: 401, body: '{}' }
  const refused = await send()
  fake.trouble = { status: 503 }
  const broken = await send()
  fake.trouble = null
  expect([refused.code, broken.code]).toEqual([1, 1])
  expect(refused.err).toContain(
    'msg91 did not take it: status 401. Nothing was sent: look at its keys and template.',
  )
  expect(broken.err).toContain('msg91 did not take it: status 503. It may have sent the SMS.')
})

test('otp test is refused after five in an hour', async () => {
  await db.delete(rateLimits)
  for (let i = 0; i < 5; i++) expect((await send()).code).toBe(0)
  const { code, err } = await send()
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/Five tests an hour were sent\. Try again in \d+ minutes\./),
  ])
})

test('otp test says that no SMS is sent if codes are shown on the page', async () => {
  const { code, err } = await opsProcess(`otp test ${PHONE}`, { env: { OTP_PROVIDER: 'demo' } })
  expect([code, err]).toEqual([1, expect.stringContaining('No SMS is sent to this number')])
})
