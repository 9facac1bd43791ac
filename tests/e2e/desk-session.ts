import { createHash, randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import type { Page } from '../support/e2e'

/** Signs in the demo's operator without the forms, with a code of now. Returns the id. */
export async function signInAtDesk(
  page: Page,
  { origin }: { origin: string },
  sql: postgres.Sql,
  sameSite: 'Lax' | 'Strict' = 'Lax',
): Promise<number> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const [operator] = await sql<{ id: string }[]>`SELECT id FROM operators WHERE name = 'Lakshmi Menon'`
  await sql.begin(
    (tx) => tx`
      INSERT INTO desk_sessions (token_hash, operator_id, stage, code_at, expires_at)
      VALUES (${hash}, ${operator!.id}, 'open', now(), now() + interval '1 hour')`,
  )
  await page
    .context()
    .addCookies([{ name: 'desk', value: token, url: `${origin}/Desk`, httpOnly: true, sameSite }])
  return Number(operator!.id)
}
