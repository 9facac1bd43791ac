import { eq } from 'drizzle-orm'
import { rateNow } from '~/catalog/rates/offer-rates.server'
import { losesMoney, type Rate } from '~/catalog/rates/rates'
import { selectRates } from '~/catalog/rates/set-rates.server'
import { db } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { formatPayout } from '~/formats/money'
import { readFilter, printList, type ListOptions } from './list-options'
import { commissionText, LOSS, marginText, rateToJson, shareText } from './rate-text'
import { formatCount, truncate, text, type Column } from './safe-text'
import { print } from './terminal'

interface Row {
  store: string
  coupon_code: string
  /** Null: the row represents all offers of the store with this rate. */
  id: number | null
  title: string | null
  offers: number
  rate: Rate
}

function sourceText({ source, commissionOf, shareOf }: Rate): string {
  switch (source) {
    case 'offer':
      return 'set for the offer'
    case 'store':
      return 'set for the store'
    case 'feed':
      return 'feed'
    case 'commission':
      return `commission (${commissionOf}) x share (${shareOf})`
    case 'none':
      return ''
  }
}

const RATE: readonly Column<Row>[] = [
  { head: 'PAYOUT', cell: ({ rate }) => formatPayout(rate.payout), right: true },
  { head: 'FROM', cell: ({ rate }) => sourceText(rate) },
  { head: 'COMMISSION', cell: ({ rate }) => commissionText(rate), right: true },
  { head: 'SHARE', cell: ({ rate }) => shareText(rate), right: true },
  { head: 'MARGIN', cell: ({ rate }) => marginText(rate, 'alone'), right: true },
  { head: 'WITH REFERRER', cell: ({ rate }) => marginText(rate, 'referred'), right: true },
  { head: '', cell: ({ rate }) => (losesMoney(rate) ? 'loss' : '') },
]

const OF_STORES: readonly Column<Row>[] = [
  { head: 'STORE', cell: ({ store }) => truncate(store, 24) },
  { head: 'OFFERS', cell: ({ offers }) => String(offers), right: true },
  ...RATE,
]

const OF_OFFERS: readonly Column<Row>[] = [
  { head: 'ID', cell: ({ id }) => String(id), right: true },
  { head: 'TITLE', cell: ({ title }) => truncate(title ?? '', 36) },
  ...RATE,
]

export async function showRates(options: ListOptions & { losing?: boolean }): Promise<void> {
  const { storeId } = await readFilter(options)
  const found = await selectRates(db, storeId === undefined ? undefined : eq(campaigns.brand_id, storeId))
  const offers = found.map((row): Row => ({ ...row, offers: 1, rate: rateNow(row) }))
  const all = (storeId === undefined ? byRate(offers) : offers).filter(
    ({ rate }) => !options.losing || losesMoney(rate),
  )
  printList(all.slice(0, options.limit), options, {
    columns: storeId === undefined ? OF_STORES : OF_OFFERS,
    one: 'rate',
    none: text`${options.losing ? 'No rate is known to lose money.' : 'No offer matches.'}`,
    toJson,
    fields: FIELDS,
  })
  const losing = all.filter(({ rate }) => losesMoney(rate)).reduce((sum, row) => sum + row.offers, 0)
  if (losing && !options.json && !options.csv)
    print`Warning: ${formatCount(losing, 'offer')} at whose rate ${LOSS}, when the member was referred.`
}

function byRate(offers: readonly Row[]): Row[] {
  const rows = new Map<string, Row>()
  for (const offer of offers) {
    const key = JSON.stringify([offer.coupon_code, rateToJson(offer.rate)])
    const row = rows.get(key)
    if (row) row.offers++
    else rows.set(key, { ...offer, id: null, title: null })
  }
  return [...rows.values()]
}

const toJson = ({ store, coupon_code, id, title, offers, rate }: Row) => ({
  store,
  coupon_code,
  id,
  title,
  offers,
  ...rateToJson(rate),
  commission_of: rate.commissionOf,
  share_of: rate.shareOf,
  loses: losesMoney(rate),
})

const FIELDS = [
  'store',
  'coupon_code',
  'id',
  'title',
  'offers',
  'payout',
  'source',
  'commission',
  'commission_of',
  'share',
  'share_of',
  'margin',
  'margin_with_referrer',
  'margin_unit',
  'loses',
] as const
