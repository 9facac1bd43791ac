import { startOfDayInIndia } from '~/platform/formats/dates'
import type { Reader } from '~/platform/db/client.server'
import { prepareStatement } from '~/platform/db/prepared.server'
import { computeReferral, type Paise } from '~/platform/formats/money'
import { readSettings } from '~/domain/settings/settings.server'
import { GUEST_ID } from '../guest'
import type { ExceededLimit } from '../conversions'

export interface GrantWithin {
  userId: number
  referrerId: number | null
  before: Paise
  cashback: Paise
  /** The referrer's share in hundredths of a percent. */
  referralRate: bigint
  commission: bigint | null
  /** What the rows before it in a file would credit today. */
  foreseen?: bigint | undefined
}

/** Only an increase can exceed a limit. The caller must lock the wallet if the result has to stay true. */
export async function findLimit(reader: Reader, grant: GrantWithin): Promise<ExceededLimit | null> {
  const { userId, referrerId, before, cashback, referralRate, commission, foreseen = 0n } = grant
  if (cashback <= before) return null
  const [settings, today] = await Promise.all([
    readSettings(reader),
    userId === GUEST_ID ? null : sumCreditedToday(reader, userId),
  ])
  const { MOST_CASHBACK_A_SALE, MOST_CASHBACK_A_DAY, MOST_LOSS_A_SALE } = settings
  if (cashback > MOST_CASHBACK_A_SALE) return 'over-sale-limit'
  const referral = referrerId === null ? 0n : computeReferral(cashback, referralRate)
  if (commission !== null && cashback + referral - commission > MOST_LOSS_A_SALE) return 'over-loss-limit'
  return today !== null && today + foreseen + cashback - before > MOST_CASHBACK_A_DAY
    ? 'over-day-limit'
    : null
}

const credited = prepareStatement<{ total: string }>(`
  SELECT coalesce(sum(t.amount_paise), 0) AS total
    FROM ledger_accounts a JOIN ledger_transfers t ON t.credit_account = a.id
   WHERE a.code = 'user_available' AND a.user_id = $1 AND t.kind = 'cashback' AND t.created_at >= $2::timestamptz`)

async function sumCreditedToday(reader: Reader, userId: number): Promise<bigint> {
  const [row] = await credited(reader, [userId, startOfDayInIndia(new Date()).toISOString()])
  return BigInt(row!.total)
}
