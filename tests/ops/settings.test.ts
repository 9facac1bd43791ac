import { beforeAll, expect, test } from 'vitest'
import { findDefects } from '~/domain/books/audit.server'
import { memberWith } from '../wallet/support'
import { changeSettings } from '../support/settings'
import { opsProcess } from './process'
import { ops } from './support'

beforeAll(() => changeSettings({ FOUR_EYES_ABOVE: '10', MOST_CASHBACK_A_SALE: '1000' }))

test('a limit in the environment of a command has no effect', async () => {
  const id = await memberWith(0n)
  const add = `adjustments add --member ${id} --kind goodwill --amount 900 --reason "For the wait" --yes`
  const { code, out } = await opsProcess(add, { env: { FOUR_EYES_ABOVE: '1000000' } })
  expect(code).toBe(0)
  expect(out).toContain(`Done: asks for an adjustment: goodwill of Rs. 900.00 for member ${id}.\n`)
})

test('a migration with other variables changes no setting, and names them', async () => {
  const { code, err } = await opsProcess('migrate', { env: { FOUR_EYES_ABOVE: '1000000' } })
  expect([code, err]).toEqual([
    0,
    'the variable FOUR_EYES_ABOVE is 1000000.00 and has no effect: the setting is 10.00, which an owner changes\n',
  ])
})

test('a change is previewed, confirmed, logged and in the history', async () => {
  const set = 'settings set MOST_CASHBACK_A_SALE 1,500 --reason "Larger orders"'
  const asked = await ops(set)
  expect(asked).toMatchObject({ code: 1 })
  expect(asked.out).toMatch(
    /^Asks for MOST_CASHBACK_A_SALE 1500\.00 instead of 1000\.00, which protects less: it waits, and 1000\.00 stays in force\.\n/,
  )
  const { out } = await ops(`${set} --yes`)
  expect(out).toMatch(
    /^Done: asks for MOST_CASHBACK_A_SALE 1500\.00 instead of 1000\.00, .*: it waits, and 1000\.00 stays in force\.\n/,
  )
  const id = /settings approve (\d+)/m.exec(out)![1]!
  expect((await ops(`settings approve ${id} --yes`)).err).toContain('was made by')
  expect((await ops('settings list')).out).toMatch(
    new RegExp(`${id} +MOST_CASHBACK_A_SALE +1500\\.00 +waits +once approved`),
  )
  expect((await ops('settings set MOST_CASHBACK_A_SALE 900 --reason "Fewer" --yes')).out).toMatch(
    /^Done: sets MOST_CASHBACK_A_SALE from 1000\.00 to 900\.00\.\n/,
  )
  expect((await ops('settings approve 999999 --yes')).err).toContain('There is no change 999999')
  expect((await ops(`settings approve ${id} --yes`)).err).toContain(`Change ${id} does not wait`)
  const shown = (await ops('settings show MOST_CASHBACK_A_SALE')).out
  expect(shown).toContain('a lower value protects')
  expect(shown).toMatch(new RegExp(`${id} +MOST_CASHBACK_A_SALE +1500\\.00 +replaced`))
  const found = (await findDefects()).filter(({ check }) => check === 'setting by a command')
  expect(found).toEqual([])
})

test('contact data is set by command, with spaces and addresses, and the audit accepts it', async () => {
  const contact = 'Asha Rao, grievance@shop.example'
  const set = (name: string, value: string) =>
    ops(`settings set ${name} ${JSON.stringify(value)} --reason "Our own" --yes`)
  expect((await set('GRIEVANCE_CONTACT', contact)).out).toContain(
    `Done: sets GRIEVANCE_CONTACT from unset to ${contact}.`,
  )
  expect((await set('SUPPORT_EMAIL', 'help@shop.example')).code).toBe(0)
  expect((await set('SOCIAL_LINKS', 'X=https://x.com/shop, YouTube=https://youtube.com/@shop')).code).toBe(0)
  expect((await set('SOCIAL_LINKS', 'X=https://elsewhere.example/shop')).err).toContain(
    'SOCIAL_LINKS must be such as Facebook=',
  )
  const shown = (await ops('settings show SOCIAL_LINKS')).out
  expect(shown).toContain('no direction protects')
  expect(shown).toContain('X=https://x.com/shop,YouTube=https://youtube.com/@shop')
  const found = (await findDefects()).filter(({ check }) => check === 'setting by a command')
  expect(found).toEqual([])
})

test.each([
  ['settings set MOST_CASHBACK_A_SALE lots --reason x --yes', 1, 'must be an amount in rupees'],
  ['settings set MOST_CASHBACK_A_SALE 900 --reason x --yes', 1, 'is 900.00 already'],
  ['settings set PORT 900 --reason x --yes', 2, 'It must be one of '],
])('%s is refused', async (line, code, err) => {
  const answer = await ops(line)
  expect(answer.code).toBe(code)
  expect(answer.err).toContain(err)
})

test('the audit names a variable that differs, and its exit code stays the same', async () => {
  const [plain, other] = [
    await opsProcess('audit --json'),
    await opsProcess('audit --json', { env: { GST_RATE: '28' } }),
  ]
  expect(other).toEqual({
    ...plain,
    err: 'the variable GST_RATE is 28.00% and has no effect: the setting is unset, which an owner changes\n',
  })
})
