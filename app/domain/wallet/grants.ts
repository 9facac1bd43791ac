/** What a change of a sale credits, and which part of it is held (docs/money.md#held-money). */
import { computeReferral, least, paise, zero, type Paise } from '~/platform/formats/money'

export interface SaleSums {
  pending: Paise
  granted: Paise
  /** Computed from the whole of `granted`, so that partial reversals leave no rounding error. */
  referral: Paise
  waiting: Paise
}

export const NOTHING: SaleSums = { pending: zero, granted: zero, referral: zero, waiting: zero }

export type HeldKind = 'cashback' | 'referral'

export interface HeldRow {
  id: number
  kind: HeldKind
  amount: Paise
  until: Date | null
  /** `granted`: in the wallet, held until `until`. `ended`: the signal was upheld, or the referrer has left. */
  state: 'granted' | 'waiting' | 'ended'
}

export type NewHeldRow = Omit<HeldRow, 'id' | 'state'> & { state: 'granted' | 'waiting' }

export interface MemberStatus {
  hasLeft: boolean
  hasSignal: boolean
}

export interface GrantChange {
  pending: Paise
  granted: Paise
  /** The referrer's share in hundredths of a percent. */
  referralRate: bigint
  until: Date | null
}

export interface Grant {
  from: SaleSums
  to: SaleSums
  added: NewHeldRow[]
  lowered: Pick<HeldRow, 'id' | 'amount'>[]
}

/** `rows`: held money, the latest first. A member who has left gets nothing more. */
export function planGrant(
  from: SaleSums,
  rows: readonly HeldRow[],
  change: GrantChange,
  { shopper, referrer }: { shopper: MemberStatus; referrer: MemberStatus | null },
): Grant {
  const pick = (kind: HeldKind) => rows.filter((row) => row.kind === kind)
  const granted = shopper.hasLeft ? least(from.granted, change.granted) : change.granted
  const cashback = changePart(pick('cashback'), from.granted, granted, {
    kind: 'cashback',
    state: 'granted',
    until: change.until,
  })
  const ended = sumHeld(pick('referral'), 'ended')
  const before = paise(from.referral + from.waiting + ended)
  const share = referrer ? computeReferral(granted, change.referralRate) : zero
  const referral = changePart(pick('referral'), before, referrer?.hasLeft ? least(before, share) : share, {
    kind: 'referral',
    state: referrer?.hasSignal ? 'waiting' : 'granted',
    until: change.until,
  })
  return {
    from,
    to: {
      pending: shopper.hasLeft ? zero : change.pending,
      granted,
      referral: paise(from.referral + referral.wallet),
      waiting: paise(from.waiting + referral.waiting),
    },
    added: [...cashback.added, ...referral.added],
    lowered: [...cashback.lowered, ...referral.lowered],
  }
}

/** A decrease takes from the latest rows first, then from money that was never held. */
function changePart(
  rows: readonly HeldRow[],
  before: Paise,
  after: Paise,
  added: Omit<NewHeldRow, 'amount'>,
) {
  if (after >= before) {
    const amount = paise(after - before)
    const isKept = amount > 0n && (added.until !== null || added.state === 'waiting')
    return {
      wallet: added.state === 'waiting' ? 0n : amount,
      waiting: added.state === 'waiting' ? amount : 0n,
      added: isKept ? [{ ...added, amount }] : [],
      lowered: [],
    }
  }
  let left = before - after
  let waiting = 0n
  let ended = 0n
  const lowered = []
  for (const { id, amount, state } of rows) {
    const taken = least(amount, paise(left))
    if (taken === 0n) continue
    left -= taken
    if (state === 'waiting') waiting += taken
    if (state === 'ended') ended += taken
    lowered.push({ id, amount: paise(amount - taken) })
  }
  return { wallet: after - before + waiting + ended, waiting: -waiting, added: [], lowered }
}

export const sumHeld = (rows: readonly HeldRow[], state: HeldRow['state']): Paise =>
  rows.reduce((sum, row) => (row.state === state ? paise(sum + row.amount) : sum), zero)

/** The latest end of held cashback after the change; null: none is held. */
export function findLastEnd(rows: readonly HeldRow[], { added, lowered }: Grant): Date | null {
  const rest = new Map(lowered.map(({ id, amount }) => [id, amount]))
  const kept = rows.map((row) => ({ ...row, amount: rest.get(row.id) ?? row.amount }))
  let last: Date | null = null
  for (const { kind, amount, until } of [...kept, ...added])
    if (kind === 'cashback' && amount > 0n && until && (!last || until > last)) last = until
  return last
}
