import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { openSession } from '~/domain/accounts/sessions.server'
import { sessions, users } from '~/platform/db/schema/members'
import { hashToken } from '~/platform/tokens.server'
import { bankDetails, upiDetails } from '~/platform/db/schema/payout-details'
import { listNotifications } from '../support/notifications'
import { findPayoutDestination, findPayoutDetails } from '~/domain/wallet/destinations.server'
import { editBankDetails, saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { bankSchema, upiSchema } from '~/domain/wallet/destinations'
import { approveWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { requestAmount } from './payout-support'
import { makeUpi, member, memberWith, sendRequest } from './support'

const bank = {
  acc_number: '001234567890',
  acc_holder_name: 'Asha Rao',
  ifsc_code: 'ABCD0123456',
  bank_name: '',
}

const listErrors = (schema: typeof bankSchema | typeof upiSchema, input: object) => {
  const result = schema.safeParse(input)
  return result.success ? {} : Object.fromEntries(result.error.issues.map((i) => [i.path[0], i.message]))
}

describe('bank details', () => {
  test('are normalised: spaces in the number, lower-case IFSC, leading zeros kept', () => {
    const typed = {
      acc_number: ' 0012 3456-7890 ',
      acc_holder_name: ' Asha   Rao ',
      ifsc_code: 'abcd0123456',
    }
    expect(bankSchema.parse(typed)).toEqual(bank)
  })

  test.each([
    ['acc_number', '12345678', 'Please enter an account number of 9 to 18 digits.'],
    ['acc_number', '1234567890123456789', 'Please enter an account number of 9 to 18 digits.'],
    ['acc_number', '12345678x', 'Please enter an account number of 9 to 18 digits.'],
    ['acc_number', '12345678⁹', 'Please enter an account number of 9 to 18 digits.'],
    ['acc_number', undefined, 'Please enter an account number of 9 to 18 digits.'],
    ['acc_holder_name', ' A ', 'Please enter the account holder’s name (3 to 120 characters).'],
    ['acc_holder_name', '12 34', 'Please enter the account holder’s name (3 to 120 characters).'],
    ['acc_holder_name', 'A'.repeat(121), 'Please enter the account holder’s name (3 to 120 characters).'],
    ['ifsc_code', 'ABCD1123456', 'Please enter a valid IFSC code, such as ABCD0123456.'],
    ['ifsc_code', 'ABC00123456', 'Please enter a valid IFSC code, such as ABCD0123456.'],
    ['ifsc_code', 'ABCD012345', 'Please enter a valid IFSC code, such as ABCD0123456.'],
    ['bank_name', 'x'.repeat(61), 'Please enter at most 60 characters.'],
  ])('reject %s %j: %s', (field, value, text) => {
    expect(listErrors(bankSchema, { ...bank, [field]: value })).toEqual({ [field]: text })
  })

  test.each(['Müller & Söhne (Jr.)', "D'Souza, A.-B. C/O Rao", 'आशा राव', 'ரவி குமார்', 'No 12 १२'])(
    'accept the name %s',
    (acc_holder_name) => {
      const parsed = bankSchema.parse({ ...bank, acc_holder_name, bank_name: acc_holder_name })
      expect(parsed).toMatchObject({ acc_holder_name, bank_name: acc_holder_name })
    },
  )

  test('normalise spaces and apostrophes in names', () => {
    const parsed = bankSchema.parse({ ...bank, acc_holder_name: ' O’Brien\u00a0\u3000Rao ' })
    expect(parsed.acc_holder_name).toBe("O'Brien Rao")
  })

  test.each([
    'Asha\u001b[2ARao',
    'Asha\u001b]52;c;ZXZpbA==\u0007',
    'Asha\u009b2ARao',
    'Asha\u202eRao',
    'Asha\u200dRao',
    'Asha\u2028Rao',
    'Asha\nPay to: Ravi',
    'Asha\rRao',
    'Asha\tRao',
    'Asha\u0000Rao',
    'Asha\ud83dRao',
    'Asha: Rao',
    '=Asha',
    'Asha; Rao',
    'Asha <b>',
    'Asha😀',
    'Asha\u3164Rao',
    '\uffa0\uffa0\uffa0',
    `Ashe${'\u0301'.repeat(60)}`,
  ])('reject the name %j, for the holder and for the CRN Number', (name) => {
    const text = "Please use letters, digits, spaces and . , ' - / & ( ) only."
    for (const field of ['acc_holder_name', 'bank_name'])
      expect(listErrors(bankSchema, { ...bank, [field]: name })).toEqual({ [field]: text })
  })

  test.each(['123456789', '123456789012345678'])('accept the account number %s', (acc_number) => {
    expect(listErrors(bankSchema, { ...bank, acc_number })).toEqual({})
  })
})

describe('UPI ID', () => {
  test.each(['a@ab', 'Asha.Rao-1_x@OkBank1', '9876543210@upi'])('%s is accepted and lower-cased', (upi) => {
    expect(upiSchema.parse({ upi: ` ${upi} ` })).toEqual({ upi: upi.toLowerCase() })
  })

  test.each([
    '',
    'asha',
    '@bank',
    'asha@',
    'asha@b',
    'asha@1bank',
    '.asha@bank',
    'asha.@bank',
    'as ha@bank',
    'a@b@c',
    'a@bank.in',
    `${'a'.repeat(96)}@bank`,
  ])('%j is refused', (upi) => {
    expect(listErrors(upiSchema, { upi })).toEqual({ upi: 'Please enter a valid UPI ID, such as name@bank.' })
  })
})

const hold = async (id: number) => {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row!
}

describe('saving payout details', () => {
  const countHours = ({ payout_hold_until: until }: { payout_hold_until: Date | null }) =>
    until && (until.getTime() - Date.now()) / 3_600_000

  test('the first destination notifies the member and causes no hold', async () => {
    const id = await member()
    expect(await saveBankDetails(id, bank)).toEqual({ ok: true, change: 'added' })
    expect((await hold(id)).payout_hold_until).toBeNull()
    expect(await listNotifications(id)).toMatchObject([
      {
        title: 'Your bank details were added',
        body: expect.stringMatching(/^Withdrawals can now go to •••• 7890. Was it not you\?/),
        href: '/Account/ChangePassword',
      },
    ])
  })

  test('adding the second method after a sign-in by code holds withdrawals for 24 hours and notifies', async () => {
    const id = await memberWith(100_00n)
    expect((await hold(id)).payout_hold_until).toBeNull()
    expect(await saveBankDetails(id, bank)).toEqual({ ok: true, change: 'added' })
    const held = await hold(id)
    expect(countHours(held)).toBeGreaterThan(23.9)
    expect(countHours(held)).toBeLessThanOrEqual(24)
    expect(held.payout_hold_reason).toBe('your bank details were added')
    expect(await sendRequest(id, '100', 'bank')).toMatchObject({
      ok: false,
      reason: 'on-hold',
      because: 'your bank details were added',
    })
    const [told] = await listNotifications(id)
    expect(told).toMatchObject({ title: 'Your bank details were added', href: '/Account/ChangePassword' })
    expect(told!.body).toMatch(
      /^For your safety withdrawals are on hold until .+ Withdrawals can then go to /,
    )
  })

  test('adding details again after they were deleted causes a hold', async () => {
    const id = await member()
    await saveUpiDetails(id, { upi: 'one@bank' })
    await db.delete(upiDetails).where(eq(upiDetails.user_id, id))
    expect(await saveUpiDetails(id, { upi: 'two@bank' })).toEqual({ ok: true, change: 'added' })
    expect((await hold(id)).payout_hold_reason).toBe('your UPI ID was added')
  })

  test('two first destinations added at the same time: one of them causes a hold', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await member()
      await Promise.all([saveBankDetails(id, bank), saveUpiDetails(id, { upi: 'asha@okbank' })])
      expect((await hold(id)).payout_hold_reason).toMatch(/^your (?:bank details were|UPI ID was) added$/)
    }
  })

  test('a change holds withdrawals for 24 hours and notifies the member', async () => {
    const id = await member()
    await saveBankDetails(id, bank)
    expect(await saveBankDetails(id, { ...bank, acc_number: '987654321' })).toEqual({
      ok: true,
      change: 'changed',
    })
    const held = await hold(id)
    expect(countHours(held)).toBeGreaterThan(23.9)
    expect(countHours(held)).toBeLessThanOrEqual(24)
    expect(held.payout_hold_reason).toBe('your bank details changed')
    const [told] = await listNotifications(id)
    expect(told).toMatchObject({ title: 'Your bank details changed', href: '/Account/ChangePassword' })
    expect(told!.body).toMatch(/^For your safety withdrawals are on hold until /)
  })

  test('an edit without the number keeps it and causes a hold; with none stored it is refused', async () => {
    const id = await member()
    const edit = { ...bank, acc_number: '', ifsc_code: 'WXYZ0654321' }
    expect(await editBankDetails(id, edit)).toEqual({ ok: false, reason: 'number-missing' })
    expect(await findPayoutDetails(id)).toMatchObject({ bank: null })
    await saveBankDetails(id, bank)
    expect(await editBankDetails(id, { ...bank, acc_number: '' })).toMatchObject({ ok: true })
    expect((await hold(id)).payout_hold_until).toBeNull()
    expect(await editBankDetails(id, edit)).toEqual({ ok: true, change: 'changed' })
    expect(JSON.parse((await findPayoutDestination(db, id, 'bank'))!.details)).toEqual({
      ...edit,
      acc_number: bank.acc_number,
    })
    expect((await hold(id)).payout_hold_reason).toBe('your bank details changed')
  })

  test('an edit without the number keeps the number of a simultaneous change', async () => {
    const id = await member()
    await saveBankDetails(id, bank)
    await Promise.all([
      saveBankDetails(id, { ...bank, acc_number: '987654321' }),
      ...Array.from({ length: 4 }, () => editBankDetails(id, { ...bank, acc_number: '', bank_name: 'CRN' })),
    ])
    const { details } = (await findPayoutDestination(db, id, 'bank'))!
    expect(JSON.parse(details)).toMatchObject({ acc_number: '987654321' })
  })

  test('saving the same details again (a form sent twice) causes no hold and answers like the first time', async () => {
    const id = await member()
    const answers = await Promise.all(Array.from({ length: 5 }, () => saveBankDetails(id, bank)))
    expect(answers.map((a) => a.ok && a.change)).toEqual(Array(5).fill('added'))
    expect((await hold(id)).payout_hold_until).toBeNull()
    expect(await listNotifications(id)).toMatchObject([{ title: 'Your bank details were added' }])
    await db.execute(sql`UPDATE bank_details SET created_at = created_at - interval '6 minutes',
      updated_at = updated_at - interval '6 minutes' WHERE user_id = ${id}`)
    expect(await saveBankDetails(id, bank)).toEqual({ ok: true, change: 'changed' })
    expect((await hold(id)).payout_hold_until).toBeNull()
  })

  test('a longer hold is not shortened', async () => {
    const id = await member()
    await saveUpiDetails(id, { upi: 'one@bank' })
    await db.execute(sql`UPDATE users SET payout_hold_until = '2099-01-01' WHERE id = ${id}`)
    await db.execute(sql`UPDATE users SET payout_hold_reason = 'of a check' WHERE id = ${id}`)
    await saveUpiDetails(id, { upi: 'two@bank' })
    expect((await hold(id)).payout_hold_until!.getUTCFullYear()).toBe(2099)
    expect((await listNotifications(id))[0]!.body).toContain(', because of a check. ')
  })

  test('pages get the last four characters, tables only sealed values with a blind index', async () => {
    const [a, b] = [await member(), await member()]
    for (const id of [a, b]) await saveBankDetails(id, bank)
    await saveUpiDetails(a, { upi: 'asha.rao@okbank' })
    await saveUpiDetails(b, { upi: 'asha@okbank' })
    expect(await findPayoutDetails(a)).toMatchObject({
      bank: { hint: '•••• 7890' },
      upi: { hint: 'as•••@okbank' },
    })
    expect(await findPayoutDetails(b)).toMatchObject({ upi: { hint: 'as•••@okbank' } })
    expect(await findPayoutDetails(await member())).toEqual({ bank: null, upi: null })
    const rows = [...(await db.select().from(bankDetails)), ...(await db.select().from(upiDetails))]
    for (const row of rows) expect(JSON.stringify(row)).not.toMatch(/001234567890|Asha|ABCD0|asha/)
    const [x, y] = await db
      .select()
      .from(bankDetails)
      .where(sql`user_id IN ${[a, b]}`)
    expect(x!.blind_index).toBe(y!.blind_index)
    expect(x!.sealed).not.toBe(y!.sealed)
  })
})

describe('changes of payout details', () => {
  const save = (id: number, upi: string, tokenHash = '') => saveUpiDetails(id, { upi }, { tokenHash })

  test('are three in 24 hours after the first entry, over both methods, then possible again', async () => {
    const id = await member()
    const answers = []
    for (const upi of ['a@bank', 'b@bank', 'c@bank']) answers.push(await save(id, upi))
    answers.push(await saveBankDetails(id, bank))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    const refusal = await save(id, 'd@bank')
    expect(refusal).toMatchObject({ ok: false, reason: 'too-many' })
    const [oldest] = await db.execute<{ at: string }>(sql`
      SELECT (saved_at + interval '24 hours')::text AS at FROM destination_saves WHERE user_id = ${id} ORDER BY id OFFSET 1 LIMIT 1`)
    expect((refusal as { until: Date }).until.getTime()).toBe(Math.floor(new Date(oldest!.at).getTime()))
    expect(await save(id, 'c@bank')).toMatchObject({ ok: true })
    await db.execute(
      sql`UPDATE destination_saves SET saved_at = saved_at - interval '24 hours' WHERE user_id = ${id}`,
    )
    expect(await save(id, 'd@bank')).toMatchObject({ ok: true })
  })

  test('back to a destination that was paid are possible beyond them, and end the other sessions', async () => {
    const id = await memberWith(100_00n)
    const paid = await requestAmount(id, '10')
    await approveWithdrawal(paid)
    await payWithdrawal(paid, `UTR${paid}`)
    const open = () =>
      openSession({ userId: id, remember: false, kind: 'cookie', openedBy: 'password', agent: null })
    const [own] = [await open(), await open()]
    for (const upi of ['a@bank', 'b@bank', 'c@bank']) await save(id, upi)
    expect(await save(id, 'd@bank')).toMatchObject({ reason: 'too-many' })
    expect(await db.$count(sessions, eq(sessions.user_id, id))).toBe(2)
    expect(await save(id, makeUpi(id), hashToken(own!.token))).toEqual({ ok: true, change: 'changed' })
    expect(await db.$count(sessions, eq(sessions.user_id, id))).toBe(1)
    expect((await listNotifications(id)).map(({ title }) => title)).toContain('Signed out elsewhere')
  })
})
