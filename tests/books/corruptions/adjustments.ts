/** Corruptions of adjustments: forged, rewritten, approved by the requester. */
import { sql } from 'drizzle-orm'
import { adjustments } from '~/platform/db/schema/ledger'
import { postAdjustment } from '~/domain/books/adjustments/post.server'
import { lockWallets } from '~/domain/wallet/ledger.server'
import { corruptions, corruptionsWithoutTriggers, forged, friend, off } from './plant'

export const ADJUSTMENTS = [
  ...corruptions({
    'adjustment by a command': {
      'a forged adjustment with its transfers': async (tx) => {
        const [of] = await tx.execute<{ id: string }>(sql`SELECT ${friend} AS id`)
        const [made] = await tx
          .insert(adjustments)
          .values({
            user_id: Number(of!.id),
            kind: 'credit',
            amount_paise: 500_000n,
            reason: 'Forged',
            asked_by: 'asha',
            needs_approval: false,
            state: 'applied',
            decided_by: 'asha',
            decided_at: sql`now()`,
          })
          .returning()
        const [wallet] = await lockWallets(tx, [made!.user_id])
        await postAdjustment(tx, wallet!, made!)
      },
      'an adjustment approved by its requester after half a minute': sql`
        UPDATE adjustments
           SET state = 'applied', decided_by = asked_by, decided_at = created_at + interval '30 seconds'
         WHERE state = 'waiting'`,
      'an adjustment approved by its requester, without the constraint': [
        sql`ALTER TABLE adjustments DROP CONSTRAINT adjustments_four_eyes`,
        off,
        sql`UPDATE adjustments SET decided_by = asked_by WHERE kind = 'goodwill'`,
      ],
    },
    'adjustment = its transfers': {
      'an adjustment approved only in the ledger': sql`
        UPDATE adjustments SET state = 'applied', decided_by = 'ravi', decided_at = now()
         WHERE state = 'waiting'`,
      'an adjustment posted twice': forged(
        'goodwill',
        'user_available',
        'adjustment',
        sql`(SELECT id FROM adjustments WHERE kind = 'goodwill')`,
        'goodwill',
      ),
    },
    refused: {
      'an adjustment approved by its requester at once': sql`
        UPDATE adjustments SET state = 'applied', decided_by = asked_by, decided_at = created_at
         WHERE state = 'waiting'`,
      'an adjustment rewritten after its decision': sql`
        UPDATE adjustments SET reason = 'Another' WHERE kind = 'goodwill'`,
      'an adjustment deleted': sql`DELETE FROM adjustments WHERE state = 'waiting'`,
    },
  }),
  ...corruptionsWithoutTriggers({
    'adjustment = its transfers': {
      'an adjustment of another amount': sql`
        UPDATE adjustments SET amount_paise = amount_paise + 1 WHERE kind = 'goodwill'`,
      'a credit changed to goodwill': sql`
        UPDATE adjustments SET kind = 'goodwill' WHERE kind = 'credit' AND state = 'applied'`,
      'an applied adjustment marked as refused': sql`
        UPDATE adjustments SET state = 'refused', refusal = 'x' WHERE kind = 'goodwill'`,
    },
  }),
]
