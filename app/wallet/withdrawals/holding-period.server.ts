import type { Reader } from '~/db/client.server'
import { statement } from '~/db/prepared.server'
import { paise, type Paise } from '~/formats/money'
import type { HoldingPeriod } from './withdrawal-rules'

export interface HoldingRow {
  amount: string
  first: string | null
  last: string | null
}

/** SQL: the credits of member $1 in a holding period, as one HoldingRow. */
export const SELECT_HOLDING = `
    SELECT coalesce(sum(amount), 0)::text AS amount, min(withdrawable_at) AS first, max(withdrawable_at) AS last
      FROM (SELECT granted_paise AS amount, withdrawable_at FROM conversions
             WHERE user_id = $1::bigint AND withdrawable_at > now()
             UNION ALL
            SELECT referral_paise, withdrawable_at FROM conversions
             WHERE referrer_id = $1::bigint AND withdrawable_at > now()) holding
     WHERE amount > 0`

const selectHolding = statement<HoldingRow>(SELECT_HOLDING)

/** The part of `available` in a holding period; null: none. Stable while the caller holds the wallet lock. */
export async function readHolding(
  reader: Reader,
  userId: number,
  available: Paise,
): Promise<HoldingPeriod | null> {
  const [row] = await selectHolding(reader, [userId])
  return holdingOf(row!, available)
}

export function holdingOf({ amount, first, last }: HoldingRow, available: Paise): HoldingPeriod | null {
  if (first === null || last === null || available === 0n) return null
  const confirmed = paise(BigInt(amount))
  return {
    // Part of a credit may have repaid a debt, so the wallet can hold less than was confirmed.
    amount: confirmed < available ? confirmed : available,
    from: new Date(first),
    until: new Date(last),
  }
}
