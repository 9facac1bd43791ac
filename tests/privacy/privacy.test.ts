import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { deliveries } from '~/platform/db/schema/deliveries'
import { rateLimits, sessions, users } from '~/platform/db/schema/members'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { joinParts } from '~/platform/formats/parts'
import { notify } from '~/domain/outreach/notifications.server'
import { listNotifications } from '../support/notifications'
import { closeAccount, deleteAccount } from '~/domain/privacy/deletion.server'
import { streamCsv, streamJson } from '~/domain/privacy/export.server'
import { findDefects } from '~/domain/books/audit.server'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { stranger } from '../accounts/people'
import { runDeliveries } from '~/domain/outreach/run-deliveries.server'
import { signedIn } from '../support/people'
import { makeRoom, NAMES, PASSWORD, referredSale, wholePerson } from './people'
import { sendRequest, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('withdrawals', 'users'))

/** Every table with personal data and what deletion does to it; a new table needs a line here and its code. */
const TABLES: Record<string, 'removed' | 'kept without a name'> = {
  address_links: 'removed',
  number_changes: 'removed',
  bank_entries: 'kept without a name',
  adjustments: 'kept without a name',
  bank_details: 'removed',
  clicks: 'kept without a name',
  deliveries: 'removed',
  departures: 'kept without a name',
  destination_saves: 'removed',
  claim_proofs: 'removed',
  claims: 'kept without a name',
  conversions: 'kept without a name',
  feedback: 'removed',
  followed_stores: 'removed',
  held_money: 'kept without a name',
  hold_steps: 'kept without a name',
  ledger_accounts: 'kept without a name',
  message_choices: 'removed',
  newsletter_requests: 'removed',
  notes: 'kept without a name',
  notifications: 'removed',
  otp_challenges: 'removed',
  payout_batch_items: 'kept without a name',
  payout_conflicts: 'kept without a name',
  payout_events: 'kept without a name',
  payout_orders: 'kept without a name',
  profile_images: 'removed',
  push_subscriptions: 'removed',
  sessions: 'removed',
  sign_up_places: 'removed',
  signal_members: 'kept without a name',
  subscriptions: 'removed',
  upi_details: 'removed',
  users: 'kept without a name',
  withdrawal_steps: 'kept without a name',
  withdrawals: 'kept without a name',
}

const yes = { password: PASSWORD, confirm: true, forfeit: true }

afterEach(makeRoom)

/** All rows of all tables as text. */
async function dump(): Promise<string> {
  const tables = await db.execute<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const parts = await Promise.all(
    tables.map(({ name }) =>
      db.execute<{ row: string }>(sql.raw(`SELECT row_to_json(t)::text AS row FROM "${name}" t`)),
    ),
  )
  return parts.flatMap((rows) => rows.map(({ row }) => row)).join('\n')
}

type Held = Record<string, Record<string, string>[]>
const readExport = async (id: number) => JSON.parse(await joinParts(streamJson(id))) as Held

test('every table with personal data is listed with its treatment', async () => {
  const rows = await db.execute<{ name: string }>(sql`
    SELECT DISTINCT c.table_name AS name
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND t.table_name <> 'operators'
       AND (c.column_name IN ('referrer_id', 'claimed_by', 'referred_by', 'email', 'withdrawal_id')
            OR c.column_name LIKE '%user_id' OR c.column_name LIKE '%phone%')`)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort())
})

// Must run first: the members of the other tests have the same name.
test('deletion removes every trace of the member and keeps the books balanced', async () => {
  const { id, friend } = await wholePerson()
  const before = await readWallet(id)
  expect(await deleteAccount(id, yes, stranger())).toEqual({ ok: true })
  // The mail about the deletion has the address until it is sent.
  await runDeliveries()
  const all = (await dump()).toLowerCase()
  const { username, phone_number, email, referral_code, account, upi } = NAMES
  const names = [...username.split(' '), phone_number, email, referral_code, account, upi, 'da.q@']
  expect(names.filter((name) => all.includes(name.toLowerCase()))).toEqual([])
  const left = []
  for (const [table, fate] of Object.entries(TABLES))
    if (fate === 'removed' && !['subscriptions', 'otp_challenges', 'newsletter_requests'].includes(table))
      left.push(
        ...(await db.execute(sql.raw(`SELECT '${table}' AS name FROM ${table} WHERE user_id = ${id}`))),
      )
  expect(left).toEqual([])
  expect(await readWallet(id)).toEqual({ ...before, available: 0n })
  const [kept] = await db.select().from(withdrawals).where(eq(withdrawals.user_id, id))
  expect(kept).toMatchObject({
    amount_paise: 200_00n,
    status: 'paid',
    destination: 'erased',
    destination_hint: '••••',
  })
  expect(await findDefects()).toEqual([])
  expect((await db.select().from(users).where(eq(users.id, friend)))[0]!.referred_by).toBeNull()
})

describe('data export', () => {
  test('as JSON has every section in words, and no secret', async () => {
    const { id, friend } = await wholePerson()
    await referredSale(friend, id)
    await db.execute(sql`
      INSERT INTO held_money (conversion_id, user_id, kind, revision, amount_paise, until, state)
      SELECT min(id), ${id}, 'cashback', 1, 100, '2026-01-01T00:00:00+05:30', 'granted' FROM conversions WHERE user_id = ${id}`)
    const held = await readExport(id)
    expect(Object.keys(held).filter((section) => !held[section]!.length)).toEqual([])
    const { username, phone_number, email, referral_code } = NAMES
    expect(held.account![0]).toMatchObject({ full_name: username, phone_number, email, referral_code })
    expect(held.wallet!.map((row) => [row.kind, row.amount, row.balance])).toEqual([
      ['cashback', '500.00', '500.00'],
      ['hold', '-200.00', '300.00'],
    ])
    expect(held.withdrawals![0]).toMatchObject({ amount: '200.00', account: '•••• 8899', status: 'paid' })
    expect(held.visits_to_shops![0]).toMatchObject({
      visit: expect.stringMatching(/^DV-[0-9A-Z]{8}$/),
      terms_sha256: null,
      state: 'approved',
    })
    expect(held.purchases![0]!.visit).toBe(held.visits_to_shops![0]!.visit)
    expect(held.payout_details!.map((row) => row.account)).toEqual(['•••• 8899', 'zu•••@okbank'])
    expect(held.profile_image![0]).toMatchObject({ base64: Buffer.from('an image').toString('base64') })
    const [session] = await db.select().from(sessions).where(eq(sessions.user_id, id))
    for (const secret of [session!.token_hash, '$argon2id', NAMES.account, NAMES.upi, 'Friend Of Hers'])
      expect(JSON.stringify(held)).not.toContain(secret)
  })

  test('as CSV has the same values, one per line, with formulas escaped', async () => {
    const { id } = await wholePerson()
    await db.update(users).set({ username: '=cmd|calc' }).where(eq(users.id, id))
    const rows: Record<string, string>[] = parse(await joinParts(streamCsv(id)), { columns: true })
    const held = await readExport(id)
    const values = Object.values(held).flat().flatMap(Object.keys)
    expect(rows).toHaveLength(values.length)
    expect(rows.find((row) => row.Name === 'full_name')!.Value).toBe(`'=cmd|calc`)
  })

  test('holds nothing of other members', async () => {
    await wholePerson()
    const held = await readExport((await signedIn({ username: 'Other Person' })).id)
    expect(Object.keys(held).filter((name) => held[name]!.length)).toEqual(['account', 'sign_ins'])
  })
})

describe('account deletion', () => {
  test('frees the number and the e-mail for a new sign-up', async () => {
    const { id } = await wholePerson()
    await deleteAccount(id, yes, stranger())
    const { phone_number, email } = NAMES
    expect((await signedIn({ phone_number, email })).id).not.toBe(id)
  })

  test('succeeds when repeated, and nothing can be added to the account afterwards', async () => {
    const { id } = await wholePerson()
    await deleteAccount(id, yes, stranger())
    expect(await deleteAccount(id, yes, stranger())).toEqual({ ok: true })
    expect(await saveUpiDetails(id, { upi: 'late@okbank' })).toMatchObject({ ok: false })
    expect(await sendRequest(id, '1')).toMatchObject({ ok: false, reason: 'no-details' })
    await expect(
      db.insert(sessions).values({
        token_hash: 'x',
        kind: 'cookie',
        opened_by: 'password',
        user_id: id,
        expires_at: new Date(),
      }),
    ).rejects.toThrow('Failed query')
    await notify(db, {
      userId: id,
      topic: 'money',
      reference: 'late',
      title: 'Late',
      body: 'Late',
      href: '/',
    })
    expect(await listNotifications(id)).toEqual([])
  })

  test('with money in the wallet needs the member to forfeit it', async () => {
    const { id } = await wholePerson()
    const answer = await deleteAccount(id, { ...yes, forfeit: false }, stranger())
    expect(answer).toMatchObject({ ok: false, reason: 'forfeit', available: 300_00n, pending: 0n })
    expect((await db.select().from(users).where(eq(users.id, id)))[0]!.username).toBe(NAMES.username)
  })

  test.each([
    ['a confirmed address gets a mail, which belongs to no account', { email_confirmed_at: new Date() }, 1],
    ['an unconfirmed address gets none', {}, 0],
    [
      'an address that refused a mail gets none',
      { email_confirmed_at: new Date(), email_stopped_at: new Date() },
      0,
    ],
  ])('%s', async (_case, state, count) => {
    const { id } = await signedIn()
    const address = `gone${id}@mail.example`
    await db
      .update(users)
      .set({ email: address, ...state })
      .where(eq(users.id, id))
    expect(await closeAccount(id, yes)).toEqual({ ok: true })
    expect(await closeAccount(id, yes)).toEqual({ ok: true })
    const mails = await db.select().from(deliveries).where(eq(deliveries.address, address))
    expect(mails.map(({ kind, user_id }) => [kind, user_id])).toEqual(
      Array.from({ length: count }, () => ['account-deleted', null]),
    )
  })

  test('is refused while a withdrawal is in progress', async () => {
    const { id } = await wholePerson()
    await sendRequest(id, '100')
    expect(await deleteAccount(id, yes, stranger())).toMatchObject({ ok: false, reason: 'on-its-way' })
  })

  test('is refused with a wrong password, and locked only for a time', async () => {
    const { id } = await wholePerson()
    for (let i = 0; i < 10; i++)
      expect(await deleteAccount(id, { ...yes, password: 'wrong' }, stranger())).toMatchObject({
        reason: 'wrong-password',
      })
    expect(await deleteAccount(id, yes, stranger())).toMatchObject({ reason: 'tooMany' })
    await db.delete(rateLimits)
  })

  test('concurrent with a withdrawal: only one of the two succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await wholePerson()
      const [asked, left] = await Promise.all([sendRequest(id, '100'), deleteAccount(id, yes, stranger())])
      expect([asked.ok, left.ok].filter(Boolean)).toHaveLength(1)
      await makeRoom()
    }
    expect(await findDefects()).toEqual([])
  })
})
