import os from 'node:os'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { adjustments } from '~/platform/db/schema/ledger'
import { operators } from '~/platform/db/schema/operations'
import { paise } from '~/platform/formats/money'
import { addAdjustment } from '~/domain/books/adjustments.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { signedIn } from '../support/people'
import { requestAmount } from '../wallet/payout-support'
import { member, memberWith } from '../wallet/support'
import { opsProcess } from './process'
import { ops, opsAs, opsJson, readLastEntry } from './support'
import { changeSettings, passHours } from '../support/settings'

const me = os.userInfo().username
const REASON = '--reason "The store confirmed it"'

const writeAdd = (userId: number, kind: string, amount: string) =>
  `adjustments add --member ${userId} --kind ${kind} --amount ${amount} ${REASON}`

const add = (userId: number, kind: string, amount: string, options = '', ...more: string[]) =>
  ops(`${writeAdd(userId, kind, amount)} ${options}`, ...more)

/** Without a terminal, what moves money requires --yes. */
const NOBODY = 'Nothing was done: there is no terminal to confirm it. Pass --yes, or --dry-run to look.\n'

const readId = (out: string) => /^id +(\d+)$/m.exec(out)![1]!

beforeEach(async () => {
  await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
})
afterEach(async () => {
  await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
})

describe('adjustments add', () => {
  test('shows the effect and does nothing without --yes', async () => {
    const userId = await memberWith(20_00n)
    const withdrawal = await requestAmount(userId, '15')
    const shown = await add(userId, 'debit', '12')
    expect(shown.code).toBe(1)
    expect(shown.out).toMatch(
      new RegExp(
        String.raw`^Adjusts a balance: debit of Rs\. 12\.00 for member ${userId}\.\n\nname +Member \d+\n[^]*\n\n` +
          String.raw`BALANCE +NOW +AFTER\n` +
          String.raw`available +Rs\. 5\.00 +Rs\. 8\.00\n` +
          String.raw`on its way +Rs\. 15\.00 +Rs\. 0\.00\n` +
          String.raw`owed to us +Rs\. 0\.00 +Rs\. 0\.00\n` +
          String.raw`\nCancelled withdrawals:\nWITHDRAWAL +AMOUNT\n +${withdrawal} +Rs\. 15\.00\n$`,
      ),
    )
    expect(shown.err).toBe(NOBODY)
    expect((await readWallet(userId)).available).toBe(5_00n)
    expect(JSON.parse((await add(userId, 'debit', '12', '--json --dry-run')).out)).toMatchObject({
      done: false,
      effect: `Adjusts a balance: debit of Rs. 12.00 for member ${userId}`,
      balances: [
        { balance: 'available', now: '5.00', after: '8.00' },
        { balance: 'on its way', now: '15.00', after: '0.00' },
        { balance: 'owed to us', now: '0.00', after: '0.00' },
      ],
      called_off: [{ withdrawal, amount: '15.00' }],
      needs_approval: false,
    })
    expect((await readWallet(userId)).available).toBe(5_00n)
  })

  test('applies the adjustment with --yes, and only once with a key', async () => {
    const userId = await memberWith(0n)
    const once = '--yes --key "ticket 12"'
    const { code, out } = await add(userId, 'credit', '1,200.50', once)
    expect(code).toBe(0)
    const id = readId(out)
    expect(out).toContain(`Done: adjusts a balance: credit of Rs. 1,200.50 for member ${userId}.\n`)
    expect(out).toMatch(/^state +applied$/m)
    expect(out).toMatch(/^available +Rs\. 0\.00 +Rs\. 1,200\.50$/m)
    expect((await add(userId, 'credit', '1200.50', once)).out).toContain(
      `Done: does nothing a second time: adjustment ${id} has this key already.\n`,
    )
    expect(await add(userId, 'credit', '1', once)).toMatchObject({
      code: 1,
      err: `Adjustment ${id} has this key and other facts.\n`,
    })
    expect((await add(userId, 'credit', '1200.50', '--yes')).err).toMatch(
      new RegExp(
        `^Adjustment ${id} is the same, applied since .+\\. If another one is meant, give it a key \\(--key\\)\\.\n  npm run ops -- adjustments show ${id}\n$`,
      ),
    )
    expect((await readWallet(userId)).available).toBe(1_200_50n)
    expect((await ops(`users show ${userId}`)).out).toMatch(
      new RegExp(
        `^ *${id} .+ ${userId} +credit +Rs\\. 1,200\\.50 +applied +${me} +The store confirmed it$`,
        'm',
      ),
    )
    expect((await opsJson(`users show ${userId}`)).adjustments).toMatchObject([
      { id: Number(id), amount: '1200.50', key: 'ticket 12' },
    ])
  })

  test('accepts a mobile number and shows the debt that a debit leaves', async () => {
    const { id } = await signedIn({ phone_number: '+919777770077' })
    const { out } = await ops(`adjustments add --member 97777-70077 --kind debit --amount 5 --yes ${REASON}`)
    expect(out).toMatch(
      new RegExp(
        String.raw`^Done: adjusts a balance: debit of Rs\. 5\.00 for member ${id}\.\n[^]*` +
          String.raw`\navailable +Rs\. 0\.00 +Rs\. 0\.00\n[^]*\nowed to us +Rs\. 0\.00 +Rs\. 5\.00\n`,
      ),
    )
    expect((await add(id, 'write-off', '5.01', '--yes')).err).toBe(
      `Member ${id} owes us Rs. 5.00: no more can be written off.\n`,
    )
  })

  test('refuses mistyped options and sales of other members', async () => {
    const userId = await member()
    for (const [kind, amount, ...more] of [
      ['credit', '0'],
      ['credit', '1.234'],
      ['credit', '-5'],
      ['gift', '5'],
      ['credit', '5', '--reason', ' '],
      ['credit', '5', '--reason', 'x'.repeat(201)],
      ['credit', '5', '--reason', 'a\u001b[2Ab'],
      ['credit', '5', '--reason', 'a\nb'],
      ['credit', '5', '--key', 'a\u202eb'],
      ['credit', '5', '--sale', 'x'],
    ] as const)
      expect([more, (await add(userId, kind, amount, '--yes', ...more)).code]).toEqual([more, 2])
    expect(await ops(`adjustments add --member ${userId}`)).toMatchObject({ code: 2 })
    expect((await add(userId, 'write-off', '5', '--yes')).err).toBe(`Member ${userId} owes us nothing.\n`)
    expect((await add(userId, 'credit', '5', '--yes --sale 99999')).err).toBe(
      'There is no sale 99999.\n  npm run ops -- conversions list\n',
    )
    expect((await add(999_999, 'credit', '5', '--yes')).code).toBe(1)
    expect(await readWallet(userId)).toMatchObject({ available: 0n, debt: 0n })
  })
})

describe('adjustments above FOUR_EYES_ABOVE', () => {
  beforeEach(async () => {
    await passHours(25)
    await changeSettings({ FOUR_EYES_ABOVE: '100' })
  })

  test('an adjustment waits for another operator account', async () => {
    const userId = await memberWith(0n)
    expect((await add(userId, 'credit', '150')).out).toContain('Another person has to agree: ')
    const { out } = await add(userId, 'credit', '150', '--yes')
    const id = readId(out)
    expect(out).toContain(`Done: asks for an adjustment: credit of Rs. 150.00 for member ${userId}.\n`)
    expect(out).toMatch(/^state +waiting$/m)
    expect(out).toContain('Another person has to agree: ')
    expect((await ops(`adjustments approve ${id} --yes`)).err).toContain(
      `Adjustment ${id} was requested by ${me}. Another person has to agree: `,
    )
    const shown = (await ops(`adjustments show ${id}`)).out
    expect(shown).toMatch(
      /If it is approved now:\nBALANCE +NOW +AFTER\navailable +Rs\. 0\.00 +Rs\. 150\.00\n/,
    )
    const asked = await opsAs('ravi', `adjustments approve ${id}`)
    expect(asked).toMatchObject({ code: 1, err: NOBODY })
    expect(asked.out).toMatch(
      new RegExp(
        `^Approves adjustment ${id}: credit of Rs\\. 150\\.00 for member ${userId}\\.\n[^]*\nby +${me}\n[^]*\nreason +The store confirmed it\n`,
      ),
    )
    expect((await readWallet(userId)).available).toBe(0n)
    const approved = await opsAs('ravi', `adjustments approve ${id} --yes`)
    expect(approved.out).toContain(
      `Done: approves adjustment ${id}: credit of Rs. 150.00 for member ${userId}.\n`,
    )
    expect(approved.out).toMatch(/^state +applied\ndecided by +ravi$/m)
    expect(approved.out).toMatch(/^available +Rs\. 0\.00 +Rs\. 150\.00$/m)
    expect((await opsAs('meena', `adjustments refuse ${id} ${REASON}`)).err).toBe(
      `Adjustment ${id} is applied already, by ravi.\n`,
    )
    const entries = (await ops(`adjustments show ${id}`)).out
    expect(entries).toMatch(/^decided by +ravi\ndecided +\d+ /m)
    expect(entries).toMatch(
      new RegExp(
        `^adjustment:${id}:credit +cashback_expense +user_available of ${userId} +Rs\\. 150\\.00$`,
        'm',
      ),
    )
    expect((await ops(`books journal --adjustment ${id}`)).out).toMatch(
      / correction +cashback_expense .+\n\n1 entry/,
    )
  })

  test('approval refuses an adjustment that the wallet no longer allows', async () => {
    const userId = await memberWith(0n)
    await changeSettings({ FOUR_EYES_ABOVE: '5' })
    await add(userId, 'debit', '5', '--yes')
    const { out } = await add(userId, 'write-off', '5', '--yes')
    await opsAs('ravi', `${writeAdd(userId, 'goodwill', '2')} --yes --key "gift ${userId}"`)
    const gift = (await opsJson(`adjustments list --member ${userId}`))[0].id
    expect((await ops(`adjustments approve ${gift} --yes`)).code).toBe(0)
    const late = await opsAs('ravi', `adjustments approve ${readId(out)} --yes`)
    expect(late).toMatchObject({
      code: 1,
      err: `Member ${userId} owes us Rs. 3.00: no more can be written off.\n`,
    })
    const refused = await opsAs('ravi', `adjustments refuse ${readId(out)} --reason Repaid`)
    expect(refused.out).toContain(`Done: refuses adjustment ${readId(out)}: nothing moves.\n`)
  })

  test('adjustments list filters by member, state and days, and prints CSV', async () => {
    const userId = await memberWith(0n)
    const ids = [
      await add(userId, 'credit', '1', '--yes'),
      await add(userId, 'goodwill', '200', '--yes'),
    ].map(({ out }) => Number(readId(out)))
    const command = `adjustments list --member ${userId}`
    const list = async (options = '') =>
      ((await opsJson(`${command} ${options}`)) as { id: number }[]).map(({ id }) => id)
    expect(await list()).toEqual(ids.toReversed())
    expect(await list('--state waiting')).toEqual([ids[1]])
    expect(await list('--limit 1')).toEqual([ids[1]])
    expect(await list('--from today --state applied')).toEqual([ids[0]])
    expect(await list('--to yesterday')).toEqual([])
    const table = (await ops(command)).out
    expect(table).toMatch(/^ *ID +REQUESTED +BY +MEMBER +KIND +AMOUNT +STATE +DECIDED BY +REASON$/m)
    expect(table).toMatch(
      new RegExp(` ${me} +${userId} +goodwill +Rs\\. 200\\.00 +waiting +The store confirmed it$`, 'm'),
    )
    expect((await ops(`${command} --state waiting --csv`)).out).toMatch(
      new RegExp(
        `\r\n${ids[1]},[^,]+,${me},${userId},goodwill,200\\.00,,waiting,yes,,,The store confirmed it,,\r\n$`,
      ),
    )
  })
})

test('the operator log has each command with its account, and the audit requires it', async () => {
  const userId = await member()
  const done = await opsProcess(
    `adjustments add --member ${userId} --kind goodwill --amount 250 --reason "For the wait" --yes`,
    { env: { FOUR_EYES_ABOVE: '200' } },
  )
  expect(done).toMatchObject({ code: 0, err: '' })
  const row = await readLastEntry()
  const [{ id } = { id: 0 }] = await db.select().from(adjustments).where(eq(adjustments.user_id, userId))
  expect(row).toMatchObject({
    os_user: me,
    command: `adjustments add --member ${userId} --kind goodwill --amount 250 --reason "For the wait"`,
    outcome: 'done',
    result: {
      changed: [
        { subject: `adjustment ${id}`, field: 'state', before: null, after: 'applied' },
        { subject: `member ${userId}`, field: 'available', before: '0', after: '25000' },
      ],
    },
  })
  const unasked = async () => (await findDefects()).filter(({ check }) => check === 'adjustment by a command')
  expect(await unasked()).toEqual([])
  // The records name the operator to whom the account is bound.
  await db
    .insert(operators)
    .values({ name: 'Asha Rao', role: 'finance', state: 'active', os_account: 'asha' })
  await opsAs('asha', `${writeAdd(userId, 'goodwill', '2')} --yes`)
  const [latest] = await db.select().from(adjustments).orderBy(desc(adjustments.id)).limit(1)
  expect(latest).toMatchObject({ user_id: userId, asked_by: 'Asha Rao@asha' })
  expect(await unasked()).toEqual([])
  await addAdjustment({ userId, kind: 'goodwill', amount: paise(1n), reason: 'By nobody' }, me)
  expect((await unasked())[0]!.count).toBe(1)
})
