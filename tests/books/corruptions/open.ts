/** What SQL can write and the audit does not notice (docs/security.md#known-limits). */
import { sql, type SQL } from 'drizzle-orm'
import { off, shopper } from './plant'

interface Open {
  name: string
  /** 'because it ...' */
  reason: string
  plant: SQL[]
}

const INFORMS = 'moves no money, and opens no access'

const list = (reason: string, plants: Record<string, SQL[]>): Open[] =>
  Object.entries(plants).map(([name, plant]) => ({ name, reason, plant }))

const offer = sql`(SELECT campaign_id FROM conversions WHERE external_id = 'A')`

export const OPEN: readonly Open[] = [
  ...list(INFORMS, {
    'a notice to a member': [
      sql`INSERT INTO notifications (user_id, reference, title, body, href) VALUES (${shopper}, 'x', 'Hello', 'Hello', '/Account')`,
    ],
    'a message of a claim': [
      sql`INSERT INTO claim_messages (claim_id, author, body) SELECT min(id), 'operator', 'Hello' FROM claims`,
    ],
    'another reason of a decline': [
      sql`UPDATE conversions SET decline_reason = 'returned' WHERE external_id = 'C'`,
    ],
    'a store that takes no claims': [sql`UPDATE brands SET takes_claims = false`],
    'a short link to an offer': [sql`INSERT INTO shortlinks (slug, campaign_id) SELECT 'forged', ${offer}`],
    'the texts and pictures of an offer': [
      sql`UPDATE campaigns SET title = 'Forged', description_html = 'Forged', img = 'https://thief.example/x.png' WHERE id = ${offer}`,
    ],
    'counts and places in lists': [
      sql`UPDATE campaigns SET clicks_30d = 1000000, popularity = 1000000, rank = 1 WHERE id = ${offer}`,
    ],
    'the consent of a member to other terms': [
      sql`UPDATE users SET terms_version = '2099-01-01', terms_accepted_at = now() WHERE id = ${shopper}`,
    ],
    'when a network’s secret was used': [
      sql`INSERT INTO network_secrets (network, fingerprint) VALUES ('trackier', 'forged')`,
    ],
  }),
  ...list('is told of by no other row', {
    'the newest row of a kind deleted with all its digests': [
      off,
      sql`DELETE FROM row_steps WHERE table_name = 'desk_recovery_codes'`,
      sql`DELETE FROM desk_recovery_codes`,
    ],
  }),
  ...list('has no digest: its guard refuses it while triggers are on', {
    'a former rate of an offer, which clicks lock for five minutes': [
      off,
      sql`INSERT INTO offer_rates (campaign_id, until, percent) SELECT ${offer}, now(), 9000`,
    ],
  }),
]
