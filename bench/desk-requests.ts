// What the bench of the desk asks the server for: as a member, as a network and as an operator.
import { createHash, randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import type { Answer, Ask } from './client'

export type Kind = 'out' | 'postback'

/** `member`: the cookie of a member, without which an offer sends to the sign-in. `clicks`: of the crowd. */
export async function prepareRequests(
  ask: Ask,
  sql: postgres.Sql,
  { member, clicks }: { member: string; clicks: number },
): Promise<Record<Kind, () => Promise<Answer>>> {
  const offers = await sql<{ id: string }[]>`
    SELECT id FROM campaigns WHERE listed AND network IS NOT NULL ORDER BY id LIMIT 50`
  let [visits, sales] = [0, 0]
  return {
    out: () =>
      ask(`/out/${offers[visits++ % offers.length]!.id}`, { 'Sec-Fetch-Mode': 'navigate', Cookie: member }),
    postback: () =>
      ask(
        `/postback/trackier/demo-trackier-secret?p1=crowd${1 + (++sales % clicks)}&conversion_id=D${sales}&sale_amount=10&payout=1&status=approved`,
      ),
  }
}

/** Opens a session of the demo's operator. Returns the cookie. */
export async function openSession(sql: postgres.Sql): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await sql`
    INSERT INTO desk_sessions (token_hash, operator_id, stage, code_at, expires_at)
    SELECT ${hash}, operator_id, 'open', now(), now() + interval '1 hour' FROM desk_access LIMIT 1`
  return `desk=${token}`
}
