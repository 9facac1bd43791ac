import type { Reader } from '~/platform/db/client.server'
import { statement } from '~/platform/db/prepared.server'
import { least, parsePaise, type Paise } from '~/platform/formats/money'
import type { HoldingPeriod } from './withdrawal-rules'

export interface HoldingRow {
  amount: string
  first: string | null
  last: string | null
}

export const SELECT_HOLDING = `
    SELECT coalesce(sum(amount_paise), 0)::text AS amount, min(until) AS first, max(until) AS last
      FROM held_money
     WHERE user_id = $1::bigint AND until > now() AND state = 'granted' AND amount_paise > 0`

const selectHolding = statement<HoldingRow>(SELECT_HOLDING)

/** The held part of `available`; null: none. Stable while the caller holds the wallet lock. */
export async function readHolding(
  reader: Reader,
  userId: number,
  available: Paise,
): Promise<HoldingPeriod | null> {
  const [row] = await selectHolding(reader, [userId])
  return toHoldingPeriod(row!, available)
}

export function toHoldingPeriod({ amount, first, last }: HoldingRow, available: Paise): HoldingPeriod | null {
  if (first === null || last === null || available === 0n) return null
  return {
    // The wallet may hold less than was confirmed, because part of a credit may have repaid a debt.
    amount: least(parsePaise(amount), available),
    from: new Date(first),
    until: new Date(last),
  }
}
