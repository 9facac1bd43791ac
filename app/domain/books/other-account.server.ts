import { inArray, sql } from 'drizzle-orm'
import { dayInIndia } from '~/platform/formats/dates'
import type { Tx } from '~/platform/db/client.server'
import { bankEntries } from '~/platform/db/schema/settlements'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { moneyTransaction } from '~/domain/wallet/ledger.server'
import { lockSettlements } from './settlements.server'

type OtherAccountRefusal = Refused<'not-paid', { ids: number[] }> | Refused<'at-bank', { ids: number[] }>

/** Final; all or none. Uses the key of the statement entry, so that no payout can have both. */
export const recordOtherAccount = (
  ids: readonly number[],
  madeBy: string,
  within?: Tx,
): Promise<Done<{ noted: number[] }> | OtherAccountRefusal> =>
  moneyTransaction(async (tx) => {
    await lockSettlements(tx)
    const rows = await tx
      .select({
        id: withdrawals.id,
        amount: withdrawals.amount_paise,
        status: withdrawals.status,
        seen: sql<string | null>`(SELECT b.kind FROM bank_entries b
          WHERE b.withdrawal_id = withdrawals.id AND b.kind IN ('withdrawal', 'other'))`,
      })
      .from(withdrawals)
      .where(inArray(withdrawals.id, [...ids]))
    const paid = rows.filter(({ status }) => status === 'paid' || status === 'returned')
    const unpaid = ids.filter((id) => !paid.some((row) => row.id === id))
    if (unpaid.length) return refused('not-paid', { ids: unpaid })
    const atBank = paid.filter(({ seen }) => seen === 'withdrawal').map(({ id }) => id)
    if (atBank.length) return refused('at-bank', { ids: atBank })
    const fresh = paid.filter(({ seen }) => seen === null)
    if (fresh.length)
      await tx.insert(bankEntries).values(
        fresh.map(({ id, amount }) => ({
          kind: 'other' as const,
          entry_key: `withdrawal:${id}`,
          on_day: dayInIndia(new Date()).date,
          amount_paise: -amount,
          withdrawal_id: id,
          made_by: madeBy,
        })),
      )
    return done({ noted: fresh.map(({ id }) => id) })
  }, within)
