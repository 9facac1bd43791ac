/** Settings of the database: first values, which changes wait, what is in force, and what the audit and alerts see. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { evaluateAlerts } from '~/domain/alerts/conditions.server'
import { settingCondition } from '~/domain/alerts/conditions/settings.server'
import { env, parseEnv } from '~/platform/config/env.server'
import {
  normalizeTyped,
  normalizeValue,
  lowersProtection,
  type SettingName,
} from '~/platform/config/setting-values'
import { databaseError, db } from '~/platform/db/client.server'
import { catalogueVersion } from '~/platform/db/schema/catalogue'
import { operators } from '~/platform/db/schema/operations'
import type { Role } from '~/desk/roles'
import { findDefects } from '~/domain/books/audit.server'
import { getLastContact, readContact } from '~/domain/settings/contact.server'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { readPersons } from '~/domain/settings/independence.server'
import { approveSetting, setSetting } from '~/domain/settings/set-setting.server'
import { readSettings } from '~/domain/settings/settings.server'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'

const hasOtherOwner = async (by: string) => (await readPersons(db)).listOthers(by, 'owner').length > 0

const url = process.env.EMBEDDED_DATABASE_URL!

/** With a line in the operator log, as the command has. */
async function set(name: SettingName, typed: string, by = 'asha') {
  await typedBy(by, `settings set ${name} ${typed}`)
  return setSetting({ name, typed, reason: 'a test' }, by)
}
async function approve(id: number, by: string) {
  await typedBy(by, `settings approve ${id}`)
  return approveSetting(id, by)
}
const typedBy = (by: string, command: string) => recordCommand({ osUser: by }, command)
const inForce = async (name: SettingName) => (await readSettings(db))[name]
const settingDefects = async () =>
  (await findDefects()).filter(({ check }) => check === 'setting by a command').map(({ detail }) => detail)

const pass = (hours: number) =>
  rewrite(
    sql`UPDATE operator_log SET started_at = started_at - make_interval(hours => ${hours}), finished_at = finished_at - make_interval(hours => ${hours})`,
    sql`UPDATE row_steps SET made_at = made_at - make_interval(hours => ${hours}) WHERE row_id = 'independence'`,
    sql`UPDATE settings SET created_at = created_at - make_interval(hours => ${hours}), in_force_from = in_force_from - make_interval(hours => ${hours})`,
  )
/** All that was done is older than the memory of a second person. */
const forget = () => pass(91 * 24)

describe('values', () => {
  test.each([
    ['FOUR_EYES_ABOVE', '1,000', '1000.00'],
    ['FOUR_EYES_ABOVE', 'unset', 'unset'],
    ['FOUR_EYES_ABOVE', '-1', null],
    ['MOST_CASHBACK_A_SALE', 'unset', null],
    ['WITHDRAWALS_A_DAY', '0', null],
    ['WITHDRAWALS_A_DAY', '3', '3'],
    ['GST_RATE', '18', '18.00%'],
    ['GST_RATE', '100.01%', null],
    ['HOLDING_DAYS', '366', null],
    ['HOLDING_DAYS', '1e2', null],
    ['HOLDING_DAYS_BY_NETWORK', 'impact=45, awin=60', 'awin=60,impact=45'],
    ['HOLDING_DAYS_BY_NETWORK', 'amazon=45', null],
    ['SUPPORT_EMAIL', ' help@shop.example ', 'help@shop.example'],
    ['SUPPORT_EMAIL', 'help@shop', null],
    ['SUPPORT_EMAIL', 'unset', null],
    ['GRIEVANCE_CONTACT', 'Asha  Rao, grievance@shop.example', 'Asha Rao, grievance@shop.example'],
    ['GRIEVANCE_CONTACT', 'unset', 'unset'],
    ['GRIEVANCE_CONTACT', 'Asha\u202eRao', null],
    ['GRIEVANCE_CONTACT', 'Asha\nRao', null],
    ['UNLISTED_EDITED_OFFERS', 'kept', 'kept'],
    ['UNLISTED_EDITED_OFFERS', 'Kept', null],
    ['SOCIAL_LINKS', 'none', 'none'],
    ['SOCIAL_LINKS', 'X=https://x.com/shop, Us = /Contactus', 'X=https://x.com/shop,Us=/Contactus'],
    ['SOCIAL_LINKS', 'X=http://x.com/shop', null],
    ['SOCIAL_LINKS', 'X=//x.com/shop', null],
    ['SOCIAL_LINKS', 'X=https://x.com/a,x=https://x.com/b', null],
    ['SOCIAL_LINKS', 'X=javascript:alert(1)', null],
    ['SOCIAL_LINKS', Array.from({ length: 7 }, (_, i) => `L${i}=/Contactus`).join(), null],
  ] as const)('%s %s is stored as %s', (name, typed, stored) =>
    expect(normalizeValue(name, typed)).toBe(stored),
  )

  test.each([
    ['https://www.instagram.com/shop', true],
    ['https://youtube.com/@shop', true],
    ['/Contactus', true],
    ['https://mastodon.example/@shop', false],
    ['https://instagram.com.evil.example/shop', false],
    ['https://instagram.com@evil.example/shop', false],
    ['https://x.com:8443/shop', false],
    ['/Offers', false],
  ])('a link to %s may be typed: %s, while a variable may say it', (href, may) => {
    const value = `Us=${href}`
    expect(normalizeValue('SOCIAL_LINKS', value)).toBe(value)
    expect(normalizeTyped('SOCIAL_LINKS', value)).toBe(may ? value : null)
  })

  test.each([
    ['FOUR_EYES_ABOVE', 'unset', true],
    ['FOUR_EYES_ABOVE', '200.00', true],
    ['FOUR_EYES_ABOVE', '50.00', false],
    ['PAYOUT_HOLD_HOURS', '23', true],
    ['PAYOUT_HOLD_HOURS', '25', false],
    ['CASHBACK_SHARE', '10.00%', true],
    ['MIN_WITHDRAWAL', '0.00', false],
    ['HOLDING_DAYS_BY_NETWORK', 'awin=20', true],
    ['HOLDING_DAYS_BY_NETWORK', 'awin=40,impact=45', false],
    ['HOLDING_DAYS_BY_NETWORK', 'none', true],
    ['referral_percent', '21.00%', true],
  ] as const)('%s %s protects less: %s', async (name, value, less) => {
    await changeSettings({ FOUR_EYES_ABOVE: '100', HOLDING_DAYS: '30', HOLDING_DAYS_BY_NETWORK: 'impact=45' })
    expect(lowersProtection(name, await readSettings(db), value)).toBe(less)
  })
})

describe('first values', () => {
  test('first values are kept whatever a variable says later, and a different one is named', async () => {
    await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
    const env = parseEnv({ FOUR_EYES_ABOVE: '1000000', MOST_CASHBACK_A_SALE: '10,000' })
    expect(await writeFirstValues(url, env)).toEqual([
      { name: 'FOUR_EYES_ABOVE', variable: '1000000.00', setting: 'unset' },
    ])
    expect(await inForce('FOUR_EYES_ABOVE')).toBeNull()
  })

  test('come from the variables, else from the defaults; outside the demo HOLDING_DAYS is required', async () => {
    const real = {
      PUBLIC_ORIGIN: 'https://shop.example',
      DATABASE_URL: 'postgres://u:p@db.example/d',
      SESSION_SECRET: 's'.repeat(32),
      DATA_KEY: 'a'.repeat(64),
      OTP_PROVIDER: 'demo',
      ALLOW_DEMO_OTP: '9876543210',
    }
    await rewrite(sql`DELETE FROM settings`)
    await expect(writeFirstValues(url, parseEnv(real))).rejects.toThrow('HOLDING_DAYS: required')
    await Promise.all([1, 2, 3].map(() => writeFirstValues(url, parseEnv({ ...real, HOLDING_DAYS: '30' }))))
    expect(await readSettings(db)).toMatchObject({
      HOLDING_DAYS: 30,
      MIN_WITHDRAWAL: 100n,
      WITHDRAWALS_A_DAY: 10,
    })
    expect(await db.execute(sql`SELECT 1 FROM settings WHERE name = 'HOLDING_DAYS'`)).toHaveLength(1)
  })
})

describe('contact data', () => {
  test('the variables of an older installation become the settings once, and a later one is named', async () => {
    const former = {
      SUPPORT_EMAIL: 'help@shop.example',
      GRIEVANCE_CONTACT: 'Asha Rao, grievance@shop.example',
      SOCIAL_LINKS: 'Mastodon=https://mastodon.example/@shop, Us=/Contactus, X=https://x.com/shop',
    }
    await rewrite(
      sql`DELETE FROM settings WHERE name IN ('SUPPORT_EMAIL', 'GRIEVANCE_CONTACT', 'SOCIAL_LINKS')`,
    )
    expect(await writeFirstValues(url, parseEnv(former))).toEqual([])
    expect(await readContact()).toEqual({
      support: 'help@shop.example',
      grievance: 'Asha Rao, grievance@shop.example',
      social: [
        { name: 'Mastodon', href: 'https://mastodon.example/@shop' },
        { name: 'Us', href: '/Contactus' },
        { name: 'X', href: 'https://x.com/shop' },
      ],
    })
    const later = parseEnv({ ...former, SUPPORT_EMAIL: 'other@shop.example' })
    expect(await writeFirstValues(url, later)).toEqual([
      { name: 'SUPPORT_EMAIL', variable: 'other@shop.example', setting: 'help@shop.example' },
    ])
  })

  test('a grievance contact that is unset is the support address, and links may be none', async () => {
    await changeSettings({
      SUPPORT_EMAIL: 'us@shop.example',
      GRIEVANCE_CONTACT: 'unset',
      SOCIAL_LINKS: 'none',
    })
    const contact = { support: 'us@shop.example', grievance: 'us@shop.example', social: [] }
    expect(await readContact()).toEqual(contact)
    expect(getLastContact()).toEqual(contact)
  })

  test('a change is in force at once, and stored pages are stale', async () => {
    const readVersion = async () => (await db.select().from(catalogueVersion))[0]!.version
    const before = await readVersion()
    expect(await set('SUPPORT_EMAIL', 'new@shop.example')).toMatchObject({ ok: true, waits: false })
    expect(await readVersion()).toBeGreaterThan(before)
    expect((await readContact()).support).toBe('new@shop.example')
    // An import holds the version's row to its end: what no page shows must not wait for it.
    const then = await readVersion()
    await changeSettings({ HOLDING_DAYS: '0' })
    expect(await readVersion()).toBe(then)
    expect(await set('SOCIAL_LINKS', 'Us=https://mastodon.example/@shop')).toMatchObject({ ok: false })
  })
})

describe('a change', () => {
  beforeEach(async () => {
    await changeSettings({ MOST_CASHBACK_A_SALE: '1000', HOLDING_DAYS: '0', HOLDING_DAYS_BY_NETWORK: 'none' })
    await forget()
  })

  test('to a stricter value is in force at once', async () => {
    expect(await set('MOST_CASHBACK_A_SALE', '500')).toMatchObject({
      ok: true,
      waits: false,
      before: '1000.00',
    })
    expect(await inForce('MOST_CASHBACK_A_SALE')).toBe(500_00n)
    expect(await set('MOST_CASHBACK_A_SALE', '500')).toMatchObject({ ok: false, reason: 'same' })
    expect(await settingDefects()).toEqual([])
  })

  test('a change that protects less is confirmed alone after a day and within seven, raises an alert, and can be cancelled', async () => {
    env().demo = false
    const answer = await set('MOST_CASHBACK_A_SALE', '2000')
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.waits).toBe(true)
    expect((await evaluateAlerts(undefined, [settingCondition])).opened).toHaveLength(1)
    await pass(23)
    expect(await approve(answer.row.id, 'asha')).toMatchObject({
      reason: 'dependent',
      wait: { others: [], requestedBy: 'asha' },
    })
    await pass(2)
    expect(await inForce('MOST_CASHBACK_A_SALE')).toBe(1000_00n)
    expect(await approve(answer.row.id, 'asha')).toMatchObject({ ok: true, alone: true })
    expect(await inForce('MOST_CASHBACK_A_SALE')).toBe(2000_00n)
    expect((await evaluateAlerts(undefined, [settingCondition])).cleared).toHaveLength(1)
    expect(await settingDefects()).toEqual([])
    const late = await set('MOST_CASHBACK_A_SALE', '3000')
    if (!late.ok) throw new Error(late.reason)
    await pass(7 * 24 + 1)
    expect(await approve(late.row.id, 'asha')).toMatchObject({ reason: 'dependent' })
    await set('MOST_CASHBACK_A_SALE', '2000')
    expect(await approve(late.row.id, 'asha')).toMatchObject({ reason: 'not-waiting' })
    env().demo = true
  })

  test('to a laxer value waits for the approval of a second person', async () => {
    await typedBy('ravi', 'sweep')
    const answer = await set('MOST_CASHBACK_A_SALE', '2000')
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer).toMatchObject({ waits: true, row: { in_force_from: null } })
    await pass(100)
    expect(await inForce('MOST_CASHBACK_A_SALE')).toBe(1000_00n)
    expect(await approve(answer.row.id, 'asha')).toMatchObject({ reason: 'dependent' })
    const approved = await Promise.all([approve(answer.row.id, 'ravi'), approve(answer.row.id, 'meena')])
    expect(approved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await inForce('MOST_CASHBACK_A_SALE')).toBe(2000_00n)
    expect(await approve(answer.row.id, 'ravi')).toMatchObject({ reason: 'not-waiting' })
    expect(await approve(999_999, 'ravi')).toMatchObject({ reason: 'not-found' })
  })

  test('a waiting change is cancelled by a later one in force', async () => {
    await typedBy('ravi', 'sweep')
    const answer = await set('MOST_CASHBACK_A_SALE', '2000')
    if (!answer.ok) throw new Error(answer.reason)
    await set('MOST_CASHBACK_A_SALE', '1000')
    expect(await approve(answer.row.id, 'ravi')).toMatchObject({ reason: 'not-waiting' })
    expect(await inForce('MOST_CASHBACK_A_SALE')).toBe(1000_00n)
    expect(await settingDefects()).toEqual([])
  })

  test('concurrent changes are compared with the value in force', async () => {
    const [first, second] = await Promise.all([
      set('MOST_CASHBACK_A_SALE', '100'),
      set('MOST_CASHBACK_A_SALE', '500'),
    ])
    const waits = [first, second].map((answer) => (answer.ok ? answer.waits : answer.reason))
    // The higher one second is less protection than the lower one.
    expect([
      [true, 100_00n],
      [false, 100_00n],
    ]).toContainEqual([waits[1], await inForce('MOST_CASHBACK_A_SALE')])
  })

  test('of a row is refused by the database', async () => {
    for (const statement of [
      sql`UPDATE settings SET value = '1.00'`,
      sql`DELETE FROM settings`,
      sql`TRUNCATE settings`,
    ])
      await expect(db.execute(statement).catch(databaseError)).resolves.toMatchObject({ code: '55000' })
  })
})

describe('the audit', () => {
  const insert = (name: string, value: string, more = sql``) =>
    db.execute(
      sql`INSERT INTO settings (name, value, in_force_from, made_by, reason) VALUES (${name}, ${value}, now(), 'mala', 'mine')${more}`,
    )

  test('finds rows without a command, and laxer values without approval or waiting time', async () => {
    await rewrite(sql`DELETE FROM settings`)
    await writeFirstValues(url, parseEnv({}))
    await forget()
    expect(await settingDefects()).toEqual([])
    await insert('MOST_CASHBACK_A_SALE', '9000000.00')
    expect(await settingDefects()).toEqual(['became 9000000.00 without settings set by mala'])
    await typedBy('mala', 'settings set MOST_LOSS_A_SALE 600')
    await insert('MOST_LOSS_A_SALE', '600.00')
    await typedBy('mala', 'settings set FOUR_EYES_ABOVE 5')
    await insert('FOUR_EYES_ABOVE', '5.00')
    await insert('GST_RATE', '18')
    expect((await settingDefects()).slice(1)).toEqual(['was lowered to 600.00 by mala alone', 'cannot be 18'])
    await expect(readSettings(db)).rejects.toThrow('GST_RATE is unreadable')
  })

  test('the audit finds an approval without a command', async () => {
    await rewrite(sql`DELETE FROM settings`)
    await writeFirstValues(url, parseEnv({}))
    await typedBy('ravi', 'sweep')
    const answer = await set('MOST_LOSS_A_SALE', '700')
    if (!answer.ok) throw new Error(answer.reason)
    await approveSetting(answer.row.id, 'ravi')
    expect(await settingDefects()).toEqual(['was approved without settings approve by ravi'])
  })
})

test('a second person is still needed for a week after the other operator was disabled', async () => {
  await forget()
  const [operator] = await db
    .insert(operators)
    .values({ name: 'Hal Nine', role: 'owner', state: 'disabled' })
    .returning()
  expect(await hasOtherOwner('asha')).toBe(false)
  await recordCommand({ osUser: 'Hal Nine@hal', operatorId: operator!.id }, 'today')
  expect(await hasOtherOwner('asha')).toBe(true)
  expect(await hasOtherOwner('Hal Nine@desk')).toBe(false)
  await db
    .update(operators)
    .set({ updated_at: sql`now() - interval '8 days'` })
    .where(eq(operators.id, operator!.id))
  expect(await hasOtherOwner('asha')).toBe(false)
})

test('a role that was lowered counts for seven days', async () => {
  await rewrite(sql`DELETE FROM settings`)
  await writeFirstValues(url, parseEnv({}))
  await forget()
  const [helper] = await db
    .insert(operators)
    .values({ name: 'Ivy Helper', role: 'support', state: 'active', os_account: 'ivy' })
    .returning()
  const id = helper!.id
  const change = async (before: Role, after: Role) => {
    const line = await recordCommand({ osUser: 'asha' }, `operators change "Ivy Helper" --role ${after}`)
    await db.update(operators).set({ role: after }).where(eq(operators.id, id))
    const changed = [{ subject: `operator ${id}`, field: 'role', before, after }]
    await recordCommandEnd(line, 'done', { result: { changed } })
  }
  await recordCommand({ osUser: 'ivy' }, 'today')
  await recordCommand({ osUser: 'Ivy Helper@desk', operatorId: id }, 'today')
  expect(await hasOtherOwner('asha')).toBe(false)
  await change('support', 'owner')
  expect(await hasOtherOwner('asha')).toBe(true)
  await change('owner', 'viewer')
  expect(await hasOtherOwner('asha')).toBe(true)
  await pass(7 * 24 + 1)
  expect(await hasOtherOwner('asha')).toBe(false)
})

test('an operator at the desk does not approve what the own OS account requested', async () => {
  await db.insert(operators).values({ name: 'Jai Rao', role: 'owner', state: 'active', os_account: 'jai' })
  await typedBy('ravi', 'sweep')
  const requested = await set('MOST_LOSS_A_SALE', '5000', 'jai')
  if (!requested.ok) throw new Error(requested.reason)
  expect(await approve(requested.row.id, 'Jai Rao@desk')).toMatchObject({ reason: 'dependent' })
  expect(await approve(requested.row.id, 'Kavi Rao@jai')).toMatchObject({ reason: 'dependent' })
  expect(await approve(requested.row.id, 'Kavi Rao@desk')).toMatchObject({ ok: true })
})
