/** Corruptions of sealed payout details and of the destinations of withdrawals. */
import { sql, type SQL } from 'drizzle-orm'
import { blindIndex, seal } from '~/platform/db/seal.server'
import { destinationPlace } from '~/domain/wallet/withdrawals.server'
import { corruptions, corruptionsWithoutTriggers, thief, victim, type Corruption } from './plant'

/** Overwrites the waiting withdrawal's destination with a valid ciphertext, as an attacker with the key could. */
const sealedFor =
  (details: object, further: SQL = sql``): Extract<Corruption['plant'], Function> =>
  async (tx) => {
    const [row] = await tx.execute<{ id: string }>(sql`SELECT ${victim}::text AS id`)
    const sealed = seal(JSON.stringify(details), destinationPlace(Number(row!.id)))
    await tx.execute(sql`UPDATE withdrawals SET destination = ${sealed}${further} WHERE status = 'requested'`)
  }

export const SEALED = [
  ...corruptions({
    'payout details of their owner': {
      'another member’s encrypted UPI details copied': sql`
        UPDATE upi_details u SET sealed = t.sealed, hint = t.hint, blind_index = t.blind_index
         FROM upi_details t WHERE u.user_id = ${victim} AND t.user_id = ${thief}`,
      'bank details made from encrypted UPI details': sql`
        INSERT INTO bank_details (user_id, sealed, hint, blind_index)
         SELECT user_id, sealed, hint, blind_index FROM upi_details WHERE user_id = ${victim}`,
      'the blind index of a UPI ID replaced to prevent a signal': sql`
        UPDATE upi_details SET blind_index = ${blindIndex('upi:nobody@okbank')} WHERE user_id = ${thief}`,
      'the hint of a UPI ID rewritten': sql`
        UPDATE upi_details SET hint = '•••• @elsewhere' WHERE user_id = ${victim}`,
    },
  }),
  ...corruptionsWithoutTriggers({
    'destination as asked for': {
      'the destination of a withdrawal replaced by another account, encrypted with the key': sealedFor({
        upi: 'thief@okbank',
      }),
      'the same, with its blind index removed': sealedFor(
        { upi: 'thief@another' },
        sql`, destination_index = NULL`,
      ),
      'the destination of a withdrawal overwritten with another member’s': sql`
        UPDATE withdrawals w SET destination = t.sealed, destination_hint = t.hint, destination_index = t.blind_index
         FROM upi_details t WHERE w.status = 'requested' AND t.user_id = ${thief}`,
      'the destination of an unpaid withdrawal erased': sql`
        UPDATE withdrawals SET destination = 'erased', destination_hint = '••••', destination_index = NULL
         WHERE status = 'requested'`,
      'a destination that is not encrypted': sql`
        UPDATE withdrawals SET destination = 'k1.AAAA' WHERE status = 'requested'`,
      'the method of a withdrawal changed': sql`
        UPDATE withdrawals SET method = 'bank' WHERE status = 'requested'`,
    },
  }),
]
