/** Corruptions of adjustments: forged, rewritten, approved by the requester. */
import { sql } from 'drizzle-orm'
import { adjustments } from '~/db/schema/ledger'
import { postAdjustment } from '~/wallet/adjustments/post.server'
import { lockWallets } from '~/wallet/ledger/ledger.server'
import { off, type Corruption } from './plant'
import { forged } from './sums'

const friend = sql`(SELECT min(id) FROM users WHERE id > 1000)`
const shopper = sql`(SELECT max(user_id) FROM conversions WHERE external_id = 'A')`

export const ADJUSTMENTS: Corruption[] = [
  {
    name: 'a forged adjustment with its transfers',
    plant: async (tx) => {
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
    end: { found: 'adjustment by a command' },
  },
  {
    name: 'an adjustment approved only in the ledger',
    plant: [
      sql`UPDATE adjustments SET state = 'applied', decided_by = 'ravi', decided_at = now() WHERE state = 'waiting'`,
    ],
    end: { found: 'adjustment = its transfers' },
  },
  {
    name: 'triggers off: an adjustment of another amount',
    plant: [off, sql`UPDATE adjustments SET amount_paise = amount_paise + 1 WHERE kind = 'goodwill'`],
    end: { found: 'adjustment = its transfers' },
  },
  {
    name: 'triggers off: a credit changed to goodwill',
    plant: [off, sql`UPDATE adjustments SET kind = 'goodwill' WHERE kind = 'credit' AND state = 'applied'`],
    end: { found: 'adjustment = its transfers' },
  },
  {
    name: 'triggers off: an applied adjustment marked as refused',
    plant: [off, sql`UPDATE adjustments SET state = 'refused', refusal = 'x' WHERE kind = 'goodwill'`],
    end: { found: 'adjustment = its transfers' },
  },
  {
    name: 'triggers off: an adjustment assigned to another member',
    plant: [off, sql`UPDATE adjustments SET user_id = ${shopper} WHERE state = 'applied'`],
    end: { found: 'transfer of its cause’s people' },
  },
  {
    name: 'a transfer for a missing adjustment',
    plant: forged('goodwill', 'user_available', 'adjustment', sql`999999`, 'goodwill'),
    end: { found: 'transfer without its cause' },
  },
  {
    name: 'an adjustment posted twice',
    plant: forged(
      'goodwill',
      'user_available',
      'adjustment',
      sql`(SELECT id FROM adjustments WHERE kind = 'goodwill')`,
      'goodwill',
    ),
    end: { found: 'adjustment = its transfers' },
  },
  {
    name: 'an adjustment approved by its requester',
    plant: [
      sql`UPDATE adjustments SET state = 'applied', decided_by = asked_by, decided_at = now() WHERE state = 'waiting'`,
    ],
    end: 'refused',
  },
  {
    name: 'an adjustment approved by its requester, without the constraint',
    plant: [
      sql`ALTER TABLE adjustments DROP CONSTRAINT adjustments_four_eyes`,
      off,
      sql`UPDATE adjustments SET decided_by = asked_by WHERE kind = 'goodwill'`,
    ],
    end: { found: 'adjustment by a command' },
  },
  {
    name: 'an adjustment rewritten after its decision',
    plant: [sql`UPDATE adjustments SET reason = 'Another' WHERE kind = 'goodwill'`],
    end: 'refused',
  },
  {
    name: 'an adjustment deleted',
    plant: [sql`DELETE FROM adjustments WHERE state = 'waiting'`],
    end: 'refused',
  },
]
