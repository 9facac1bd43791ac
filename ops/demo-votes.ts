import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import shoppers from '~/db/seed/demo-shoppers.json'

const WANTED = shoppers.wanted
const NAMES = shoppers.names

const MOST_CLICKS = 96
const STEP = 3

type Code = { id: string; external_id: string }

/** Does nothing and returns false if there are votes already. */
export async function seedVotes(ids: ReadonlyMap<string, number>): Promise<boolean> {
  const [voted] = await db.execute(sql`SELECT 1 FROM feedback LIMIT 1`)
  if (voted) return false
  const people = await db.execute<{ id: string }>(sql`
    INSERT INTO users (username, phone_number) SELECT name, '+91700000' || (1000 + place)
      FROM json_array_elements_text(${JSON.stringify(NAMES)}::text::json) WITH ORDINALITY AS n (name, place)
    RETURNING id`)
  const codes = await db.execute<Code>(sql`
    SELECT id, external_id FROM campaigns WHERE source = 'demo' AND code IS NOT NULL AND listed ORDER BY id`)
  const votes = codes.flatMap((code, place) => listVotes(code, place, people))
  const clicks = WANTED.flatMap((externalId, place) =>
    Array.from({ length: MOST_CLICKS - place * STEP }, (_, n) => ({
      user: people[(n * 7 + place) % people.length]!.id,
      campaign: String(ids.get(externalId)!),
      hours: 5 + ((n * 37 + place * 11) % 690),
    })),
  )
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
      SELECT 'demo' || replace(gen_random_uuid()::text, '-', ''), r.user, c.id, c.network, c.payout_hundredths, c.payout_model, c.currency, '',
             now() - make_interval(hours => r.hours)
        FROM json_to_recordset(${JSON.stringify([...clicks, ...votes])}::text::json) AS r ("user" bigint, campaign bigint, hours int)
        JOIN campaigns c ON c.id = r.campaign`)
    await tx.execute(sql`
      INSERT INTO feedback (user_id, campaign_id, vote, has_click, created_at, updated_at)
      SELECT r.user, r.campaign, r.vote, true, now() - make_interval(hours => r.hours), now() - make_interval(hours => r.hours)
        FROM json_to_recordset(${JSON.stringify(votes)}::text::json) AS r ("user" bigint, campaign bigint, vote text, hours int)`)
  })
  return true
}

/** Two codes in five have votes: mostly yes, but few yes for codes that fail. */
function listVotes({ id, external_id }: Code, place: number, people: { id: string }[]) {
  const isFailing = shoppers.failing.includes(external_id)
  if (place % 5 > 1 && !isFailing && !WANTED.includes(external_id)) return []
  const count = isFailing ? 14 + (place % 7) : 5 + ((place * 17) % 56)
  return people.slice(0, count).map((person, n) => ({
    user: person.id,
    campaign: id,
    vote: (isFailing ? n % 5 === 0 : (n * 5 + place) % 11 > 0) ? 'yes' : 'no',
    hours: 3 + ((n * 53 + place * 17) % 1400),
  }))
}
