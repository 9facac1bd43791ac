/** Corruptions of sealed payout details and of the destinations of withdrawals. */
import { sql, type SQL } from 'drizzle-orm'
import { blindIndex, seal } from '~/db/seal.server'
import { destinationPlace } from '~/wallet/withdrawals/withdrawals.server'
import { off, type Corruption } from './plant'

/** Two members with a UPI ID; the second one has a withdrawal waiting. */
export const [thief, victim] = ['ravi@okbank', 'asha@okbank'].map(
  (upi) => sql`(SELECT user_id FROM upi_details WHERE blind_index = ${blindIndex(`upi:${upi}`)})`,
) as [SQL, SQL]

/** Overwrites the waiting withdrawal's destination with a valid ciphertext, as an attacker with the key could. */
const sealedFor =
  (details: object, further: SQL = sql``): Extract<Corruption['plant'], Function> =>
  async (tx) => {
    const [row] = await tx.execute<{ id: string }>(sql`SELECT ${victim}::text AS id`)
    const sealed = seal(JSON.stringify(details), destinationPlace(Number(row!.id)))
    await tx.execute(off)
    await tx.execute(sql`UPDATE withdrawals SET destination = ${sealed}${further} WHERE status = 'requested'`)
  }

export const SEALED: Corruption[] = [
  {
    name: 'bank details made from encrypted UPI details',
    plant: [
      sql`INSERT INTO bank_details (user_id, sealed, hint, blind_index)
          SELECT user_id, sealed, hint, blind_index FROM upi_details WHERE user_id = ${victim}`,
    ],
    end: { found: 'payout details of their owner' },
  },
  {
    name: 'the blind index of a UPI ID replaced to prevent a signal',
    plant: [
      sql`UPDATE upi_details SET blind_index = ${blindIndex('upi:nobody@okbank')} WHERE user_id = ${thief}`,
    ],
    end: { found: 'payout details of their owner' },
  },
  {
    name: 'the hint of a UPI ID rewritten',
    plant: [sql`UPDATE upi_details SET hint = '•••• @elsewhere' WHERE user_id = ${victim}`],
    end: { found: 'payout details of their owner' },
  },
  {
    name: 'triggers off: the destination of a withdrawal replaced by another account, encrypted with the key',
    plant: sealedFor({ upi: 'thief@okbank' }),
    end: { found: 'destination as asked for' },
  },
  {
    name: 'triggers off: the same, with its blind index removed',
    plant: sealedFor({ upi: 'thief@another' }, sql`, destination_index = NULL`),
    end: { found: 'destination as asked for' },
  },
  {
    name: 'triggers off: the destination of an unpaid withdrawal erased',
    plant: [
      off,
      sql`UPDATE withdrawals SET destination = 'erased', destination_hint = '••••', destination_index = NULL
           WHERE status = 'requested'`,
    ],
    end: { found: 'destination as asked for' },
  },
  {
    name: 'triggers off: a destination that is not encrypted',
    plant: [off, sql`UPDATE withdrawals SET destination = 'k1.AAAA' WHERE status = 'requested'`],
    end: { found: 'destination as asked for' },
  },
  {
    name: 'triggers off: the method of a withdrawal changed',
    plant: [off, sql`UPDATE withdrawals SET method = 'bank' WHERE status = 'requested'`],
    end: { found: 'destination as asked for' },
  },
]
