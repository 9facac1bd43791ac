import { sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { ACCOUNTS, type AccountClass } from '~/domain/wallet/ledger'
import type { Figures, MemberFigures } from './figures'
import { asksForSales, FEW_GROUPS, selectGroup, isInScope, toKey, type Scope } from '../stats-groups.server'

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

/** A write-off of commission is one transfer for several sales. */
const SALES_OF_POSTINGS = sql`
  LEFT JOIN adjustments j ON t.ref_type = 'adjustment' AND j.id = t.ref_id
  LEFT JOIN network_settlement_items i
         ON t.ref_type = 'settlement' AND t.kind = 'written_off' AND i.settlement_id = t.ref_id
  LEFT JOIN conversions v
         ON v.id = CASE t.ref_type WHEN 'conversion' THEN t.ref_id
                                   WHEN 'adjustment' THEN j.conversion_id ELSE i.conversion_id END
  LEFT JOIN campaigns g ON g.id = v.campaign_id`

const AMOUNT_OF_SALE = sql`
  CASE WHEN i.id IS NULL THEN t.amount_paise WHEN d.code = 'write_offs' THEN i.amount_paise ELSE -i.amount_paise END`

type MovementRow = Pick<Movement, 'cause' | 'kind'> &
  Record<'debit' | 'credit' | 'amount', string> & { of: string | null }

async function readMovements(tx: Tx, scope: Scope, codes: string[]): Promise<Movement[]> {
  const bySale = asksForSales(scope)
  const rows = await tx.execute<MovementRow>(sql`
    SELECT of, debit, credit, cause, kind, sum(amount) AS amount
      FROM (SELECT ${selectGroup(scope, OF_POSTING)} AS of, d.code AS debit, c.code AS credit, t.ref_type AS cause, t.kind,
                   ${bySale ? AMOUNT_OF_SALE : sql`t.amount_paise`} AS amount
              FROM ledger_transfers t
              JOIN ledger_accounts d ON d.id = t.debit_account
              JOIN ledger_accounts c ON c.id = t.credit_account ${bySale ? SALES_OF_POSTINGS : sql``}
             WHERE (d.code IN ${codes} OR c.code IN ${codes}) AND ${isInScope(scope, OF_POSTING)} ${FEW_GROUPS}) posted
     GROUP BY 1, 2, 3, 4, 5`)
  return rows.flatMap(({ of, debit, credit, amount, ...row }) =>
    [
      { code: debit, net: BigInt(amount) },
      { code: credit, net: -BigInt(amount) },
    ]
      .filter(({ code }) => codes.includes(code))
      .map((side) => ({ ...row, ...side, key: toKey(scope, of) })),
  )
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
