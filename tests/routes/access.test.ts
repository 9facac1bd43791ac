// Access control of every private page and endpoint.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '~/domain/accounts/sessions.server'
import { db } from '~/platform/db/client.server'
import { sessions } from '~/platform/db/schema/members'
import { notifications } from '~/platform/db/schema/notifications'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import { NAMES, wholePerson } from '../privacy/people'
import { newVisitor, pathTo, routes, type Visitor } from '../support/app'
import { signedIn } from '../support/people'

/** Public routes. Every new route is either added here or tested as private below. */
const PUBLIC = new Set(
  `root home coupons-details coupons-group offers coupon-code coupon-filters top-stores deals coupon-top-codes
   sign-up-page how-it-works about-us contact-us privacy-policy terms-conditions flex-page shortlink
   auth/sign-in auth/sign-up auth/otp-sign-in auth/forgot-password auth/otp auth/resend auth/reset-password
   auth/sign-out auth/stay auth/email auth/email-undo auth/lost-number auth/lost-number-link auth/lost-number-code
   auth/lost-number-stop newsletter newsletter-confirm newsletter-leave newsletter-unsubscribe unsubscribe demo/mails demo/mail demo/mail-html demo/store
   out link store-requests styleguide not-found
   machine/robots machine/sitemap machine/img machine/suggestions machine/postback machine/webhook
   machine/healthz machine/readyz machine/service-worker machine/speculation-rules machine/share-picture machine/well-known`
    .split(/\s+/)
    .map((name) => (name === 'root' ? name : `routes/${name}`)),
)

/** The JSON API needs a bearer token, the desk an operator: tests/api/guard.test.ts and tests/routes/desk-access.test.ts. */
const isOfOthers = (id: string) => /^routes\/(?:api|desk)\//.test(id)

const found = Object.values(routes).filter((route) => !PUBLIC.has(route!.id) && !isOfOthers(route!.id))
const paths = found.map((route) => ({
  id: route!.id,
  path: pathTo(route!.id),
  writes: !!route!.module.action,
}))

let owner: Awaited<ReturnType<typeof wholePerson>>
/** Valid for every form, with ids of the owner's rows. */
let fields: Record<string, string>
const callers: Record<string, () => Promise<Visitor>> = {
  'no session': async () => newVisitor(),
  'another member’s session': async () => (await signedIn({ username: 'Other Person' })).visitor,
  'an expired session': async () => {
    const { visitor, hash } = await ownerSession()
    await db
      .update(sessions)
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where(eq(sessions.token_hash, hash))
    return visitor
  },
  'a revoked session': async () => {
    const { visitor, hash } = await ownerSession()
    await db.delete(sessions).where(eq(sessions.token_hash, hash))
    return visitor
  },
  'two token cookies': async () => {
    const { visitor, token } = await ownerSession()
    visitor.cookies.set('token', `${token}; token=${token}`)
    return visitor
  },
}

/** Opens another session of the owner in a new browser. */
async function ownerSession() {
  const before = await db.select().from(sessions).where(eq(sessions.user_id, owner.id))
  const session = {
    userId: owner.id,
    remember: false,
    kind: 'cookie',
    openedBy: 'password',
    agent: null,
  } as const
  const { token } = await openSession(session)
  const known = new Set(before.map((row) => row.token_hash))
  const after = await db.select().from(sessions).where(eq(sessions.user_id, owner.id))
  const visitor = newVisitor()
  visitor.cookies.set('token', token)
  return { visitor, token, hash: after.find((row) => !known.has(row.token_hash))!.token_hash }
}

/** All rows of the owner except sessions. */
async function held(): Promise<string> {
  const tables = await db.execute<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'user_id' AND table_name <> 'sessions' ORDER BY 1`)
  const parts = []
  for (const { name } of tables)
    parts.push(
      await db.execute(sql.raw(`SELECT * FROM "${name}" WHERE user_id = ${owner.id} ORDER BY 1::text`)),
    )
  parts.push(await db.execute(sql`SELECT * FROM users WHERE id = ${owner.id}`))
  return JSON.stringify(parts)
}

/** Personal data of the owner in a response. */
const shown = (body: string) =>
  [NAMES.username, NAMES.email, NAMES.phone_number.slice(3), NAMES.referral_code, '8899', 'da.q@'].filter(
    (mark) => body.includes(mark),
  )

beforeAll(async () => {
  owner = await wholePerson()
  await requestWithdrawal(owner.id, { amount: paise(100_00n), method: 'upi', request_key: randomUUID() })
  const [note] = await db.select().from(notifications).where(eq(notifications.user_id, owner.id))
  const asked = await db.select().from(withdrawals).where(eq(withdrawals.user_id, owner.id))
  const [session] = await db.select().from(sessions).where(eq(sessions.user_id, owner.id))
  fields = {
    from: '/Account',
    id: String(note!.id),
    upTo: String(note!.id),
    withdrawal: String(asked.find((row) => row.status === 'requested')!.id),
    session: session!.token_hash,
    amount: '1',
    type: 'upi',
    request_key: randomUUID(),
    upi: 'thief@okbank',
    acc_number: '123456789',
    acc_holder_name: 'A Thief',
    ifsc_code: 'ABCD0123456',
    bank_name: '',
    username: 'A Thief',
    email: 'thief@mail.example',
    password: 'not the password',
    confirm: 'on',
    forfeit: 'on',
  }
})

test('the owner’s pages contain the personal data that the tests below look for', async () => {
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.every(({ path }) => /^\/(?:Account|auth\/confirm$)/.test(path))).toBe(true)
  expect(shown((await owner.visitor.get('/Account')).body).length).toBeGreaterThan(1)
  expect(shown((await owner.visitor.get('/Account/Privacy/data.json')).body).length).toBeGreaterThan(3)
})

describe.each(Object.keys(callers))('a request with %s', (who) => {
  const isSomebody = who === 'another member’s session'

  test.each(paths)('reads none of the owner’s data at $path', async ({ path }) => {
    const answer = await (await callers[who]!()).get(path)
    expect(shown(answer.body)).toEqual([])
    expect(answer.headers.get('Cache-Control')).toMatch(/private|no-store/)
    if (isSomebody) return
    expect([302, 303, 401, 403, 204]).toContain(answer.status)
    expect(answer.body).toMatch(/^(?:Unauthorized\n)?$/)
  })

  test.each(paths.filter(({ writes }) => writes))(
    'changes none of the owner’s data at $path',
    async ({ path }) => {
      const before = await held()
      const visitor = await callers[who]!()
      const answer = await visitor.post(path, fields)
      expect([302, 303, 401, 403, 415]).toContain(answer.status)
      expect(shown(answer.body + (answer.location ?? ''))).toEqual([])
      expect(await held()).toBe(before)
    },
  )
})

test('a change by the owner is detected by the comparison used above', async () => {
  const before = await held()
  await owner.visitor.post('/Account/Wallet/cancel', fields)
  expect(await held()).not.toBe(before)
})
