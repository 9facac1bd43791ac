import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { maskWords } from '../../ops/operator-log'
import { parseMobile } from '~/domain/accounts/rules'
import { signedIn } from '../support/people'
import { ops, opsJson } from './support'

test.each([
  '9000000001',
  '+91 90000 00001',
  '+919000000001',
  '919000000001',
  '00919000000001',
  '09000000001',
  '0 90000-00001',
  '(+91) 90000 00001',
  '+91.90000.00001',
  '+91\u00a090000\u201100001',
])('parseMobile() accepts the notation %s', (text) => {
  expect(parseMobile(text)).toBe('+919000000001')
})

test.each(['900000000', '90000000011', '1234567890', '+1 900 000 0001', 'asha', ''])(
  'parseMobile() rejects %s',
  (text) => {
    expect(parseMobile(text)).toBeNull()
  },
)

test('each command accepts a member id or a mobile number in any notation', async () => {
  const { id } = await signedIn({ username: 'Lata Rao', phone_number: '+919711111111' })
  for (const who of [String(id), `id:${id}`, '9711111111', '+91 97111 11111', '0-97111-11111'])
    expect((await ops(`users show "${who}"`)).out).toContain('Lata Rao')
  for (const list of ['conversions', 'signals'])
    for (const who of [String(id), '+91 97111 11111'])
      expect(await ops(`${list} list --member "${who}"`)).toMatchObject({ code: 0, err: '' })
})

test('digits that are one member’s id and another’s mobile number are refused', async () => {
  const { id } = await signedIn({ phone_number: '+919722222222' })
  await db.execute(sql`INSERT INTO users (id, username) VALUES (9722222222, 'Far Off')`)
  expect(await ops('users show 9722222222')).toEqual({
    code: 1,
    out: '',
    err: `9722222222 is the mobile number of member ${id} and the number of member 9722222222: use +919722222222 or id:9722222222.\n`,
  })
  expect((await ops('users show id:9722222222')).out).toContain('Far Off')
  expect((await ops('users show +919722222222')).out).toMatch(new RegExp(`^member +${id}$`, 'm'))
})

test('each command refuses an unknown member and the guest', async () => {
  for (const [who, why, help] of [
    ['424242', '', ''],
    ['9', '', ''],
    ['+91 98222 22222', ': no account has this mobile number', ''],
    ['asha', ': enter a member’s number or a mobile number', '  npm run ops -- users find <text>\n'],
  ] as const)
    for (const command of ['users show', 'conversions list --member', 'signals list --member'])
      expect(await ops(command, who)).toEqual({
        code: 1,
        out: '',
        err: `There is no member ${who}${why}${command.endsWith('--member') ? ' (--member)' : ''}.\n${help}`,
      })
})

test('users find searches name, e-mail and mobile number, and masks numbers without --show', async () => {
  const { id } = await signedIn({
    username: 'Zeenat 100% Q_q',
    phone_number: '+919733345678',
    email: 'zeenat.find@mail.example',
  })
  for (const part of [
    'zeenat',
    '0% q_',
    'NAT.FIND@',
    '97333',
    '+91 97333 45',
    '0-97333-456',
    '345678',
    String(id),
  ])
    expect((await ops(`users find "${part}"`)).out).toMatch(
      new RegExp(`^ *${id}  Zeenat 100% Q_q +••••5678 +ze•••d@mail\\.example `, 'm'),
    )
  for (const part of ['100%%', 'Q__', '+91', '4567899'])
    expect((await ops(`users find "${part}"`)).out).not.toContain('Zeenat')
  expect((await ops('users find zeenat --show')).out).toMatch(/\+919733345678 +zeenat\.find@mail\.example/)
  const [facts] = await opsJson('users find zeenat')
  expect(facts).toMatchObject({ id, phone_number: '••••5678', on_hold_until: null })
  const csv = (await ops('users find zeenat --csv')).out.split('\r\n')
  expect(csv[0]).toBe('id,username,phone_number,email,created_at (IST),on_hold_until (IST),on_hold_because')
  expect(csv[1]).toMatch(/^\d+,Zeenat 100% Q_q,••••5678,ze•••d@mail\.example,\d{4}-/)
})

test('users find --limit truncates the list with a hint', async () => {
  for (let i = 0; i < 3; i++) await signedIn({ username: `Crowded ${i}` })
  expect((await ops('users find crowded --limit 2')).out).toMatch(/\n\n2 members \(--limit shows more\)\n$/)
  expect(await ops('users find crowded --limit 2 --csv')).toMatchObject({
    err: 'Truncated at 2: increase --limit for more.\n',
  })
})

test('the operator log masks mobile numbers and e-mail addresses in every notation', () => {
  for (const form of ['9000000001', '+91 90000 00001', '0-9000-000-001', '900-000-0001', '0091 90000.00001'])
    expect(maskWords(['users', 'show', form, `--reason=call ${form} at 12`])).toBe(
      'users show ••••••0001 "--reason=call ••••••0001 at 12"',
    )
  expect(maskWords(['users', 'unsubscribe', 'asha@demo.example'])).toBe(
    'users unsubscribe as•••@demo.example',
  )
  expect(maskWords(['withdrawals', 'paid', '7', '--utr', '432198765012'])).toBe(
    'withdrawals paid 7 --utr 432198765012',
  )
  expect(maskWords(['--reason', 'rows 7 8 9 10 11 12 13 of 2026'])).toBe(
    '--reason "rows 7 8 9 10 11 12 13 of 2026"',
  )
})
