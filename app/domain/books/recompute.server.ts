/** The second reader (docs/decisions/0101-second-reader.md): what each member should have, by the raw reports, beside what is stored. */
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { toDefects, type Defect, type Finding } from './audit'
import { GUEST_ID } from '~/domain/tracking/guest'
import { readMembers, readSales, type StoredMember, type StoredSale } from './recompute/read-members.server'
import { computeShare, computeWorth } from './recompute/rules'

const BATCH = 200
/** Listed of each check; the counts are complete. */
const EXAMPLES = 20

export const SALE_CHECK = 'sale = its raw reports'
export const WALLET_CHECK = 'wallet = what was earned and paid'

const NEXT = {
  [SALE_CHECK]:
    'users hold, conversions show: compare with the network’s own pages and a backup; correct the difference with an adjustment',
  [WALLET_CHECK]:
    'users hold, users statement: which transfer has no sale, withdrawal or adjustment? Compare with a backup',
}

export interface Recomputed {
  members: number
  sales: number
  /** Sales from before rows had digests, taken as they are because their reports do not explain them. */
  inherited: number
  /** Sales whose amount an operator set, before amounts were recorded. */
  setByOperators: number
  /** Members whose raw reports cannot be read, and why; the first 20. */
  notRecomputable: { count: number; examples: Finding[] }
  defects: Defect[]
}

/** Reads all members in batches, each in one snapshot. Writes nothing. */
export async function recompute(within?: Tx): Promise<Recomputed> {
  const found = new Findings()
  for (let after = '0'; ;) {
    const members = await inSnapshot((reader) => recomputeBatch(reader, after, found), within)
    found.members += members.length
    if (members.length < BATCH) return found.summarize()
    after = members.at(-1)!.id
  }
}

const inSnapshot = <Result>(work: (reader: Reader) => Promise<Result>, within?: Tx): Promise<Result> =>
  within ? work(within) : db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })

async function recomputeBatch(reader: Reader, after: string, found: Findings): Promise<StoredMember[]> {
  const members = await readMembers(reader, after, BATCH)
  const earned = new Map(members.map(({ id }) => [id, { pending: 0n, granted: 0n }]))
  const unread = new Map<string, string>()
  for (const sale of await readSales(reader, [...earned.keys()])) {
    const value = valueSale(sale)
    // A friend's batch reads the sale, too.
    if (earned.has(value.ownerId)) found.addSale(sale, value)
    for (const [id, part] of [
      [value.ownerId, value.cashback],
      [value.referrerId, value.referral],
    ] as const) {
      const sum = id === null ? undefined : earned.get(id)
      if (!sum) continue
      sum.pending += part.pending
      sum.granted += part.granted
      if (value.unread !== null) unread.set(id!, `sale ${sale.id}: ${value.unread}`)
    }
  }
  for (const member of members) {
    const why = unread.get(member.id)
    if (why !== undefined) found.addUnread(member.id, why)
    const differences = compareMember(member, why === undefined ? earned.get(member.id)! : null)
    if (differences.length)
      found.add(WALLET_CHECK, { subject: `member ${member.id}`, detail: differences.join('; ') })
  }
  return members
}

interface Part {
  pending: bigint
  granted: bigint
}

interface SaleValue {
  ownerId: string
  referrerId: string | null
  cashback: Part
  referral: Part
  /** How the stored sale differs. */
  differences: string[]
  unread: string | null
  isInherited: boolean
  isSetByOperator: boolean
}

function valueSale(sale: StoredSale): SaleValue {
  const { click_owner: ownerId, has_left: hasLeft, has_referrer_left: hasReferrerLeft } = sale
  const worth = computeWorth(sale.promised, sale.reports)
  const stored = sale.pending + sale.granted
  const possible = worth.amounts ?? [stored]
  // A guest's sale credits nobody until it is claimed; a deleted account gets nothing more, and may have less.
  const isGuest = ownerId === String(GUEST_ID)
  const isLess = hasLeft && possible.some((one) => stored < one)
  const amount = isGuest ? 0n : possible.includes(stored) || isLess ? stored : possible[0]!
  const cashback = {
    pending: worth.state === 'pending' && !hasLeft ? amount : 0n,
    granted: worth.state === 'approved' ? amount : 0n,
  }
  // The referrer of a member is never changed, but for one who has left.
  const referrerId = sale.referred_by ?? (hasReferrerLeft ? sale.referrer : null)
  const share = referrerId === null ? 0n : computeShare(cashback.granted, sale.share) - sale.ended
  const referral = hasReferrerLeft && sale.referral < share ? sale.referral : share
  const differences = [
    sale.otherClick,
    tell('owner', ownerId, sale.owner),
    tell('referrer', referrerId ?? 'none', sale.referrer ?? 'none'),
    tell('state', worth.state, sale.status),
    tell('pending', cashback.pending, sale.pending),
    tell('granted', cashback.granted, sale.granted),
    tell('referral', referral, sale.referral),
  ].filter((one) => one !== null)
  const isInherited = sale.is_inherited && (sale.unread !== null || differences.length > 0)
  const splitReferral = (all: bigint) => ({ pending: sale.waiting, granted: all - sale.waiting })
  if (isInherited || sale.unread !== null)
    return {
      ownerId: sale.owner,
      referrerId: sale.referrer,
      cashback: { pending: sale.pending, granted: sale.granted },
      referral: splitReferral(sale.referral),
      differences: [],
      unread: isInherited ? null : sale.unread,
      isInherited,
      isSetByOperator: false,
    }
  return {
    ownerId,
    referrerId,
    cashback,
    referral: splitReferral(referral),
    differences,
    unread: null,
    isInherited,
    isSetByOperator: worth.amounts === null,
  }
}

const tell = (what: string, expected: bigint | string, is: bigint | string): string | null =>
  expected === is ? null : `${what} ${is}, expected ${expected}`

/** Null `earned`: what the member earned cannot be recomputed, only what was paid. */
function compareMember(member: StoredMember, earned: Part | null): string[] {
  const { has_left: hasLeft, moved_given_up: givenUp, wallet_available: available } = member
  const { adjusted, inherited, steps_in_flight: inFlight, steps_paid: paid } = member
  const compareBalances = (of: 'wallet' | 'moved') => [
    earned && tell('pending', earned.pending, member[`${of}_pending`]),
    earned &&
      tell(
        'balance',
        earned.granted + adjusted + inherited - inFlight - paid,
        member[`${of}_available`] - member[`${of}_debt`] + givenUp,
      ),
    tell('in withdrawals', inFlight, member[`${of}_clearing`]),
  ]
  const stored = compareBalances('wallet')
  return [
    ...stored,
    ...compareBalances('moved').map(
      (one, i) => one && (one === stored[i] ? null : `by the transfers: ${one}`),
    ),
    tell('paid', paid, member.moved_paid),
    available > 0n && member.wallet_debt > 0n ? 'a balance and a debt at once' : null,
    hasLeft ? tell('wallet of a deleted account', 0n, available) : tell('given up', 0n, givenUp),
  ].filter((one) => one !== null)
}

/** Counts all, and keeps a few of each. */
class Findings {
  members = 0
  private sales = 0
  private inherited = 0
  private setByOperators = 0
  private readonly notRecomputable: Recomputed['notRecomputable'] = { count: 0, examples: [] }
  private readonly found = new Map<keyof typeof NEXT, { count: number; examples: Finding[] }>()

  add(check: keyof typeof NEXT, finding: Finding): void {
    const of = this.found.get(check) ?? { count: 0, examples: [] }
    this.found.set(check, of)
    keep(of, finding)
  }

  addSale({ id, owner }: StoredSale, { differences, isInherited, isSetByOperator }: SaleValue): void {
    this.sales++
    if (isInherited) this.inherited++
    if (isSetByOperator) this.setByOperators++
    if (differences.length)
      this.add(SALE_CHECK, { subject: `sale ${id} of member ${owner}`, detail: differences.join('; ') })
  }

  addUnread(id: string, detail: string): void {
    keep(this.notRecomputable, { subject: `member ${id}`, detail })
  }

  summarize(): Recomputed {
    const { members, sales, inherited, setByOperators, notRecomputable } = this
    const defects = [...this.found].flatMap(([check, { examples, count }]) =>
      toDefects(check, NEXT[check], examples, count),
    )
    return { members, sales, inherited, setByOperators, notRecomputable, defects }
  }
}

function keep(of: { count: number; examples: Finding[] }, finding: Finding): void {
  of.count++
  if (of.examples.length < EXAMPLES) of.examples.push(finding)
}
