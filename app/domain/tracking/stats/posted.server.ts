import { sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { ACCOUNTS, type AccountClass } from '~/domain/wallet/ledger'
import type { Figures, MemberFigures } from './figures'
import { selectGroup, isInScope, toKey, type Scope } from '../stats-groups.server'

const listCodes = (...classes: AccountClass[]): string[] =>
  ACCOUNTS.flatMap((account) => (classes.includes(account.class) ? account.code : []))

const RESULT = listCodes('income', 'expense')
const OWED = ['user_available', 'payout_clearing', 'user_debt']

interface Movement {
  key: string | null
  code: string
  cause: string
  kind: string
  net: bigint
}

const OF_POSTING = { at: sql`t.created_at`, store: sql`g.brand_id`, network: sql`v.network` }

type MovementRow = Omit<Movement, 'key' | 'net'> & { of: string | null; net: string }

/** Splits a write-off of commission by sale, because it is one transfer for several sales. */
async function readMovements(tx: Tx, scope: Scope, codes: string[]): Promise<Movement[]> {
  const rows = await tx.execute<MovementRow>(sql`
    SELECT ${selectGroup(scope, OF_POSTING)} AS of, a.code, t.ref_type AS cause, t.kind,
           sum(CASE WHEN i.id IS NULL THEN side.sign * t.amount_paise
                    WHEN a.code = 'write_offs' THEN i.amount_paise ELSE -i.amount_paise END) AS net
      FROM ledger_transfers t
     CROSS JOIN LATERAL (VALUES (t.debit_account, 1), (t.credit_account, -1)) side (account, sign)
      JOIN ledger_accounts a ON a.id = side.account
      LEFT JOIN adjustments j ON t.ref_type = 'adjustment' AND j.id = t.ref_id
      LEFT JOIN network_settlement_items i
             ON t.ref_type = 'settlement' AND t.kind = 'written_off' AND i.settlement_id = t.ref_id
      LEFT JOIN conversions v
             ON v.id = CASE t.ref_type WHEN 'conversion' THEN t.ref_id
                                       WHEN 'adjustment' THEN j.conversion_id ELSE i.conversion_id END
      LEFT JOIN campaigns g ON g.id = v.campaign_id
     WHERE a.code IN ${codes} AND ${isInScope(scope, OF_POSTING)} GROUP BY 1, 2, 3, 4`)
  return rows.map(({ of, net, ...row }) => ({ ...row, key: toKey(scope, of), net: BigInt(net) }))
}

export interface PostedAmounts {
  key: string | null
  figures: Partial<Figures>
  members: MemberFigures
}

export async function readPosted(
  tx: Tx,
  scope: Scope,
  { ofMembers }: { ofMembers: boolean },
): Promise<PostedAmounts[]> {
  const codes = ofMembers ? [...RESULT, ...OWED, 'bank'] : RESULT
  const movements = await readMovements(tx, scope, codes)
  return movements.map(({ key, ...movement }) => ({
    key,
    figures: toFigure(movement),
    members: toMemberFigure(movement),
  }))
}

function toFigure({ code, net }: Omit<Movement, 'key'>): Partial<Figures> {
  if (code === 'commission_income') return { commission: -net }
  if (code === 'cashback_expense') return { cashback: net }
  if (code === 'referral_expense') return { referral: net }
  return RESULT.includes(code) ? { otherCosts: net } : {}
}

function toMemberFigure({ code, cause, kind, net }: Omit<Movement, 'key'>): MemberFigures {
  const isOfBank = code === 'bank' && cause === 'withdrawal'
  return {
    paid: isOfBank && kind === 'paid' ? -net : 0n,
    returned: isOfBank && kind === 'returned' ? net : 0n,
    ...toOwed(code, net),
  }
}

const toOwed = (code: string, net: bigint) => ({
  liability: code === 'user_available' || code === 'payout_clearing' ? -net : 0n,
  debts: code === 'user_debt' ? net : 0n,
})

/** Computes balances at an instant (default: now) as the present ones less later postings. */
export async function readLiability(
  tx: Tx,
  before: Date | undefined,
): Promise<Pick<MemberFigures, 'liability' | 'debts'>> {
  const balances = await tx.execute<{ code: string; net: string }>(sql`
    SELECT code, sum(debits_paise - credits_paise) AS net FROM ledger_accounts WHERE code IN ${OWED} GROUP BY code`)
  const since = before ? await readMovements(tx, { by: null, filter: { from: before } }, OWED) : []
  const owed = { liability: 0n, debts: 0n }
  for (const { code, net } of [
    ...balances.map(({ code, net }) => ({ code, net: BigInt(net) })),
    ...since.map(({ code, net }) => ({ code, net: -net })),
  ]) {
    const change = toOwed(code, net)
    owed.liability += change.liability
    owed.debts += change.debts
  }
  return owed
}
