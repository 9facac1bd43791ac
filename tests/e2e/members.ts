// Members of a single test, signed in without the forms.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect, type Page } from '../support/e2e'

export interface Member {
  id: number
  /** Ten digits, without +91. */
  phone: string
}

interface Possessions {
  /** Confirmed cashback, in paise. */
  earned?: number
  /** Saves a UPI ID; the first payout details cause no hold. */
  upi?: boolean
}

export const PASSWORD = 'demo-meera-2026'

let serial = 0

/** Ten digits, unused. */
export const freshPhone = () =>
  `6${String(Date.now() % 1e6).padStart(6, '0')}${String(++serial).padStart(3, '0')}`

/** Returns the id. */
export async function addMember(sql: postgres.Sql, phone: string): Promise<number> {
  const [row] = await sql.begin(
    (tx) => tx<{ id: string }[]>`
      INSERT INTO users (username, phone_number, email, referral_code, password_hash)
      SELECT 'Lata Rao', ${`+91${phone}`}, ${`${phone}@mail.example`}, ${`LATA${phone}`}, password_hash
        FROM users WHERE phone_number = '+919000000003' RETURNING id`,
  )
  return Number(row!.id)
}

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

/** Signs in one of the demo's people, whom tests must not change. The sign-in form would notify them of a new browser. */
export async function signInDemo(
  page: Page,
  { origin }: { origin: string },
  sql: postgres.Sql,
  phone = '9000000001',
): Promise<void> {
  const [row] = await sql<{ id: string }[]>`SELECT id FROM users WHERE phone_number = ${`+91${phone}`}`
  await openSession(page, origin, sql, Number(row!.id))
}

/** Sets the cookie and returns the token. */
async function openSession(page: Page, origin: string, sql: postgres.Sql, userId: number): Promise<string> {
  const token = await addSession(sql, userId)
  await page
    .context()
    .addCookies([{ name: 'token', value: token, url: origin, httpOnly: true, sameSite: 'Lax' }])
  return token
}

/** Returns the token. */
export async function addSession(sql: postgres.Sql, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await sql.begin(
    (tx) => tx`
      INSERT INTO sessions (token_hash, kind, opened_by, user_id, remember, expires_at)
      VALUES (${hash}, 'cookie', 'password', ${userId}, false, now() + interval '1 hour')`,
  )
  return token
}

/** By a member of this test alone, without a browser. Returns the number of the withdrawal. */
export async function requestPayout({ origin }: { origin: string }, sql: postgres.Sql): Promise<number> {
  const phone = freshPhone()
  const id = await addMember(sql, phone)
  const token = await addSession(sql, id)
  await earn(origin, sql, id, 300_00)
  await saveUpi(origin, token, `lata${phone}@demobank`)
  await send(origin, token, '/Account/Wallet', { amount: '150', type: 'upi', request_key: randomUUID() })
  const [asked] = await sql<{ id: string }[]>`SELECT id FROM withdrawals WHERE user_id = ${id}`
  return Number(asked!.id)
}

const send = (origin: string, token: string, to: string, body: Record<string, string>) =>
  fetch(`${origin}${to}`, {
    method: 'POST',
    headers: { Origin: origin, Cookie: `token=${token}` },
    body: new URLSearchParams(body),
    redirect: 'manual',
  })

/** Reports an approved sale. The click is too old to affect the popularity ranking. */
async function earn(origin: string, sql: postgres.Sql, userId: number, paise: number): Promise<void> {
  const click = `e2e${randomBytes(12).toString('hex')}`.slice(0, 26)
  await sql.begin(
    (tx) => tx`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
      SELECT ${click}, ${userId}, min(id), 'trackier', ${paise}, 'flat', 'INR', 'e2e', now() - interval '31 days'
        FROM campaigns WHERE network = 'trackier'`,
  )
  const report = `p1=${click}&conversion_id=${click}&sale_amount=1000&payout=300&status=approved`
  const answer = await fetch(`${origin}/postback/trackier/demo-trackier-secret?${report}`)
  expect(await answer.text()).toBe('OK')
}

/** Submits the form outside the browser, so that its next page shows no notice. */
async function saveUpi(origin: string, token: string, upi: string): Promise<void> {
  const answer = await send(origin, token, '/Account/Wallet/upi', { upi })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/Account/Wallet#upi-details'])
}
