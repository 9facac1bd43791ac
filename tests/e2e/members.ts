/** Members whom no other test of the worker's database knows, signed in without the forms. */
import { createHash, randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { expect, type Page } from '../support/e2e'

export interface Member {
  id: number
  /** Ten digits. */
  phone: string
}

/** What a member has before the test begins. */
interface Possessions {
  /** Confirmed cashback, in paise. */
  earned?: number
  /** A UPI ID to withdraw to; the first payout details cause no hold. */
  upi?: boolean
}

/** Of every member of these tests. */
export const PASSWORD = 'demo-meera-2026'

let serial = 0

/** Ten digits that nobody has. */
export const freshPhone = () =>
  `6${String(Date.now() % 1e6).padStart(6, '0')}${String(++serial).padStart(3, '0')}`

/** A member who is not signed in; their id. */
export async function addMember(sql: postgres.Sql, phone: string): Promise<number> {
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO users (username, phone_number, email, referral_code, password_hash)
    SELECT 'Lata Rao', ${`+91${phone}`}, ${`${phone}@mail.example`}, ${`LATA${phone}`}, password_hash
      FROM users WHERE phone_number = '+919000000003' RETURNING id`
  return Number(row!.id)
}

/** Signs somebody new in, in this browser. */
export async function signInMember(
  page: Page,
  { origin }: { origin: string },
  sql: postgres.Sql,
  { earned, upi }: Possessions = {},
): Promise<Member> {
  const phone = freshPhone()
  const id = await addMember(sql, phone)
  const token = await openSession(page, origin, sql, id)
  if (earned) await earn(origin, sql, id, earned)
  if (upi) await saveUpi(origin, token, `lata${phone}@demobank`)
  return { id, phone }
}

/**
 * Signs one of the demo's people in, for a look at what they have: a test may not change it. By the form it would be a
 * new browser, of which they are told.
 */
export async function signInDemo(
  page: Page,
  { origin }: { origin: string },
  sql: postgres.Sql,
  phone = '9000000001',
): Promise<void> {
  const [row] = await sql<{ id: string }[]>`SELECT id FROM users WHERE phone_number = ${`+91${phone}`}`
  await openSession(page, origin, sql, Number(row!.id))
}

/** Gives the session's token, which this browser has from now on. */
async function openSession(page: Page, origin: string, sql: postgres.Sql, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await sql`
    INSERT INTO sessions (token_hash, kind, opened_by, user_id, remember, expires_at)
    VALUES (${hash}, 'cookie', 'password', ${userId}, false, now() + interval '1 hour')`
  await page
    .context()
    .addCookies([{ name: 'token', value: token, url: origin, httpOnly: true, sameSite: 'Lax' }])
  return token
}

/** A sale that the network reports as approved. The click is too old to count for what is popular. */
async function earn(origin: string, sql: postgres.Sql, userId: number, paise: number): Promise<void> {
  const click = `e2e${randomBytes(12).toString('hex')}`.slice(0, 26)
  await sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
    SELECT ${click}, ${userId}, min(id), 'trackier', ${paise}, 'flat', 'INR', 'e2e', now() - interval '31 days'
      FROM campaigns WHERE network = 'trackier'`
  const report = `p1=${click}&txn_id=${click}&sale_amount=1000&payout=300&status=approved`
  const answer = await fetch(`${origin}/postback/trackier/demo-trackier-secret?${report}`)
  expect(await answer.text()).toBe('OK')
}

/** By the member's own form, outside of the browser: its next page shows no notice of it. */
async function saveUpi(origin: string, token: string, upi: string): Promise<void> {
  const answer = await fetch(`${origin}/Account/Wallet/upi`, {
    method: 'POST',
    headers: { Origin: origin, Cookie: `token=${token}` },
    body: new URLSearchParams({ upi }),
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/Account/Wallet'])
}
