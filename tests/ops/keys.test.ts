import { beforeAll, expect, test } from 'vitest'
import { makeApprovedWithdrawal } from '../wallet/payout-support'
import { makeUpi, typeCommands } from '../wallet/support'
import webpush from 'web-push'
import { parseEnv } from '~/platform/config/env.server'
import { opsProcess } from './process'

const FIRST = process.env.DATA_KEY!
const SECOND = 'ab'.repeat(32)
let of: Awaited<ReturnType<typeof makeApprovedWithdrawal>>

beforeAll(async () => {
  await typeCommands('withdrawals')
  of = await makeApprovedWithdrawal()
})

test('keys status counts rows per key, keys reseal re-encrypts them, and a missing key is explained', async () => {
  const both = { DATA_KEY: SECOND, DATA_KEYS_OLD: FIRST, INDEX_KEY: FIRST }
  const before = await opsProcess('keys status', { env: both })
  expect(before.code).toBe(0)
  expect(before.out).toMatch(/^withdrawals\.destination +[0-9a-f]{8} +1 +in DATA_KEYS_OLD$/m)
  expect(before.out).toContain('2 rows to bring under DATA_KEY: npm run ops -- keys reseal\n')
  expect(await opsProcess('keys reseal', { env: both })).toEqual({
    code: 0,
    out: '2 rows brought under DATA_KEY.\n',
    err: '',
  })
  const after = { DATA_KEY: SECOND, INDEX_KEY: FIRST }
  expect((await opsProcess('keys status', { env: after })).out).toContain('Everything is under DATA_KEY.\n')
  expect((await opsProcess(`withdrawals show ${of.id} --show`, { env: after })).out).toContain(
    makeUpi(of.userId),
  )
  expect((await opsProcess('audit', { env: after })).out).toContain('The books balance: no defect.')

  const missing = await opsProcess('keys status', { env: { DATA_KEY: FIRST } })
  expect(missing.code).toBe(1)
  expect(missing.out).toMatch(/ missing: neither DATA_KEY nor in DATA_KEYS_OLD$/m)
  const left = await opsProcess('keys reseal', { env: { DATA_KEY: FIRST } })
  expect({ code: left.code, err: left.err }).toEqual({
    code: 1,
    err: `Left as they are, because they do not open: upi_details ${of.userId}, withdrawals ${of.id}.\n`,
  })
  const dropped = await opsProcess('keys status', { env: { DATA_KEY: SECOND } })
  expect({ code: dropped.code, err: dropped.err }).toEqual({
    code: 1,
    err: 'INDEX_KEY is not the key that the hashes of payout details were made with, so that equal accounts are not found: set it to the first DATA_KEY that this database had.\n',
  })
})

test('keys vapid prints a valid pair, and stores nothing', async () => {
  const makeKeys = async () => JSON.parse((await opsProcess('keys vapid --json')).out)
  const keys = await makeKeys()
  expect(parseEnv(keys)).toMatchObject(keys)
  webpush.setVapidDetails('mailto:a@mail.example', keys.VAPID_PUBLIC_KEY, keys.VAPID_PRIVATE_KEY)
  expect((await makeKeys()).VAPID_PRIVATE_KEY).not.toBe(keys.VAPID_PRIVATE_KEY)
  const { out, code } = await opsProcess('keys vapid')
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^VAPID_PUBLIC_KEY=B[\w-]{86}\nVAPID_PRIVATE_KEY=[\w-]{43}\n$/),
  ])
})
