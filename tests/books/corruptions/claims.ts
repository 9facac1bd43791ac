/** Corruptions of claims: a credit without its claim, of another member, and of one order twice. */
import { sql } from 'drizzle-orm'
import { corruptions, corruptionsWithoutTriggers } from './plant'

export const CLAIMS = [
  ...corruptions({
    refused: {
      'the credit of a claim made free again': sql`
        UPDATE claims SET state = 'received', ended_at = NULL, conversion_id = NULL, awaits_report = false WHERE conversion_id IS NOT NULL`,
    },
  }),
  ...corruptionsWithoutTriggers({
    'claim credited once, by a command': {
      'a credited claim opened again': sql`
        UPDATE claims SET state = 'answered', conversion_id = NULL, awaits_report = false
         WHERE conversion_id IS NOT NULL`,
    },
    'claim of its sale’s member': {
      'a credited claim given to another member': sql`
        UPDATE claims SET user_id = (SELECT min(id) FROM users WHERE id > 1000)
         WHERE conversion_id IS NOT NULL`,
    },
    'claim’s sale beside another sale of its visit': {
      'an earlier sale moved to the visit of a credited claim': sql`
        UPDATE conversions SET click_id = (SELECT click_id FROM claims WHERE conversion_id IS NOT NULL)
         WHERE external_id = 'A'`,
    },
    'claimed order reported for another visit': {
      'a sale under the order that a claim was credited for': [
        sql`UPDATE campaigns SET brand_id = (SELECT brand_id FROM claims WHERE conversion_id IS NOT NULL)
           WHERE id = (SELECT campaign_id FROM conversions WHERE external_id = 'A')`,
        sql`UPDATE conversions SET order_number = 'claimed 1' WHERE external_id = 'A'`,
      ],
    },
  }),
]
