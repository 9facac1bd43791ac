import { sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { computePercent } from '~/platform/formats/count'
import { dayInIndia } from '~/platform/formats/dates'
import {
  addFigures,
  computeContribution,
  computeResult,
  NO_FIGURES,
  type Figures,
  type MemberFigures,
  NO_MEMBERS,
} from './stats/figures'
import {
  asksForSales,
  findUnit,
  type Grouping,
  type Scope,
  type StatsFilter,
  findPeriod,
  listPeriods,
} from './stats-groups.server'
import { readLiability, readPosted, type PostedAmounts } from './stats/posted.server'
import { countClicks, countConverted, countSales } from './stats/tracked.server'

export type FigureRow = Pick<StatsGroup, 'figures' | 'members'>

interface Options {
  isOfMembers?: boolean
  isBalance?: boolean
  /** The column is left out if every row has 0 or nothing. */
  isRare?: boolean
}

export interface ShopFigure extends Options {
  name: string
  title: string
  kind: 'count' | 'rate' | 'amount'
  of: (row: FigureRow) => bigint | null
}

const count = (name: keyof Figures, title: string): ShopFigure => ({
  name,
  title,
  kind: 'count',
  of: ({ figures }) => figures[name],
})
const amount = (name: string, title: string, of: ShopFigure['of'], options: Options = {}): ShopFigure => ({
  name,
  title,
  kind: 'amount',
  of,
  ...options,
})
const ofMembers = (name: keyof MemberFigures, title: string, options: Options = {}): ShopFigure =>
  amount(name, title, ({ members }) => members?.[name] ?? null, { isOfMembers: true, ...options })

export const FIGURES: readonly ShopFigure[] = [
  count('clicks', 'Clicks'),
  {
    name: 'conversion_rate',
    title: 'Conversion rate',
    kind: 'rate',
    of: ({ figures: { clicks, converted } }) => computePercent(converted, clicks),
  },
  count('sales', 'Sales'),
  count('rejected', 'Rejected or reversed since'),
  amount('sale_value', 'Sale value', ({ figures }) => figures.saleValue),
  amount('commission', 'Commission', ({ figures }) => figures.commission),
  amount('cashback', 'Cashback', ({ figures }) => figures.cashback),
  amount('referral', 'Referral rewards', ({ figures }) => figures.referral),
  amount('margin', 'Margin', ({ figures }) => computeContribution(figures)),
  amount('other_costs', 'Other costs', ({ figures }) => figures.otherCosts, { isRare: true }),
  amount('result', 'Result', ({ figures }) => computeResult(figures)),
  ofMembers('paid', 'Withdrawals paid'),
  ofMembers('returned', 'Withdrawals returned', { isRare: true }),
  ofMembers('liability', 'Liability', { isBalance: true }),
  ofMembers('debts', 'Debts of members', { isBalance: true, isRare: true }),
]

export const listShownFigures = ({ groups, ...total }: Stats): readonly ShopFigure[] => {
  const withOtherCosts =
    total.figures.otherCosts !== 0n || groups.some((row) => row.figures.otherCosts !== 0n)
  return FIGURES.filter(({ name, of, isRare }) => {
    if (of(total) === null) return name === 'conversion_rate'
    if (name === 'result') return withOtherCosts
    return !isRare || [total, ...groups].some((row) => of(row) !== 0n)
  })
}

export function sumDays(days: readonly FigureRow[]): FigureRow {
  const figures = { ...NO_FIGURES }
  for (const day of days) addFigures(figures, day.figures)
  const sum = (name: 'paid' | 'returned') =>
    days.reduce((total, day) => total + (day.members?.[name] ?? 0n), 0n)
  const last = days.at(-1)?.members ?? null
  return { figures, members: last && { ...last, paid: sum('paid'), returned: sum('returned') } }
}

export interface StatsOrder {
  sort?: string | undefined
  reverse?: boolean
  limit?: number | undefined
}

export function arrange(
  groups: readonly StatsGroup[],
  by: Grouping,
  { sort, reverse }: StatsOrder,
): StatsGroup[] {
  if (!sort && findUnit(by)) return reverse ? [...groups] : groups.toReversed()
  const { of } = FIGURES.find(({ name }) => name === (sort ?? 'commission'))!
  const rank = (group: StatsGroup) => of(group) ?? -1n
  const larger = reverse ? 1 : -1
  return groups.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) > rank(b) ? larger : -larger))
}

// Postings count on the day of the posting, so that each amount equals the movement of its ledger accounts.

type Members = MemberFigures | null

export interface StatsGroup {
  key: string | null
  name: string | null
  figures: Figures
  members: Members
}

export interface Stats {
  groups: StatsGroup[]
  figures: Figures
  members: Members
}

export const readStats = (filter: StatsFilter, by: Grouping | null): Promise<Stats> =>
  db.transaction((tx) => readSnapshot(tx, { by, filter }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

async function readSnapshot(tx: Tx, scope: Scope): Promise<Stats> {
  const ofMembers = !asksForSales(scope)
  const posted = await readPosted(tx, scope, { ofMembers })
  const parts = [
    ...posted,
    ...(await countClicks(tx, scope)),
    ...(await countConverted(tx, scope)),
    ...(await countSales(tx, scope)),
  ]
  const found = new Map<string | null, Figures>()
  const total = { ...NO_FIGURES }
  for (const { key, figures } of parts) {
    if (!found.has(key)) found.set(key, { ...NO_FIGURES })
    addFigures(found.get(key)!, figures)
    addFigures(total, figures)
  }
  const isSeen = (figures: Figures) => Object.values(figures).some((value) => value !== 0n)
  const keys = listKeys(
    scope,
    [...found].filter(([, figures]) => findUnit(scope.by) !== null || isSeen(figures)).map(([key]) => key),
  )
  const members = ofMembers ? await readMembers(tx, scope, keys, posted) : null
  const stores = scope.by === 'store' ? await readStores(tx) : null
  const groups = keys
    .map((key) => ({ key, figures: found.get(key) ?? NO_FIGURES, members: members?.groups.get(key) ?? null }))
    .map((group) => ({ ...group, ...findName(group.key, stores) }))
  if (!findUnit(scope.by)) groups.sort(byName)
  return { groups, figures: total, members: members?.total ?? null }
}

function byName(a: StatsGroup, b: StatsGroup): number {
  const [x, y] = [a, b].map(({ name, key }) => name ?? key ?? '\uffff')
  return x! < y! ? -1 : 1
}

function listKeys({ by, filter: { from, before } }: Scope, found: (string | null)[]): (string | null)[] {
  const unit = findUnit(by)
  if (!unit) return by === null ? [''] : found
  const periodAt = (at: Date) => findPeriod(unit, dayInIndia(at).date)
  const keys = found.filter((key) => key !== null).toSorted()
  const first = from ? periodAt(from) : keys[0]
  const now = new Date()
  const end = periodAt(before && before < now ? new Date(before.getTime() - 1) : now)
  const last = [end, ...keys].toSorted().at(-1)!
  return first === undefined ? [] : listPeriods(unit, first, last)
}

async function readMembers(
  tx: Tx,
  { filter }: Scope,
  keys: (string | null)[],
  posted: readonly PostedAmounts[],
) {
  const owed = await readLiability(tx, filter.before)
  const total = { ...NO_MEMBERS, ...owed }
  const changes = new Map(keys.map((key) => [key, { ...NO_MEMBERS }]))
  for (const { key, members } of posted) {
    total.paid += members.paid
    total.returned += members.returned
    const change = changes.get(key)!
    for (const name of Object.keys(change) as (keyof MemberFigures)[]) change[name] += members[name]
  }
  const groups = new Map<string | null, MemberFigures>()
  for (const [key, change] of [...changes].toReversed()) {
    groups.set(key, { ...change, ...owed })
    owed.liability -= change.liability
    owed.debts -= change.debts
  }
  return { groups, total }
}

type Store = { id: string; name: string; coupon_code: string }

async function readStores(tx: Tx): Promise<Map<string, Store>> {
  const rows = await tx.execute<Store>(sql`SELECT id, name, coupon_code FROM brands`)
  return new Map(rows.map((row) => [row.id, row]))
}

function findName(key: string | null, stores: Map<string, Store> | null) {
  const store = key === null ? undefined : stores?.get(key)
  return store ? { key: store.coupon_code, name: store.name } : { key, name: null }
}
