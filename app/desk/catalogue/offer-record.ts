/** One offer: its facts, what can be done with it in its state, what is edited by hand, and who changed it. */
import { listCategories } from '~/domain/catalog/categories.server'
import { toKeepsFact } from '~/domain/catalog/keeps-cashback.server'
import { DRAFT, getOfferState } from '~/domain/catalog/offers'
import {
  OFFER_FIELDS,
  readOfferRecord,
  formatAsTyped,
  type OfferRecord,
} from '~/domain/catalog/offers-by-hand.server'
import { BY_HAND } from '~/domain/catalog/overrides'
import { computeCurrentRate } from '~/domain/catalog/rates.server'
import { env } from '~/platform/config/env.server'
import { db, type Reader } from '~/platform/db/client.server'
import { offerPath } from '~/paths'
import { describeEdited, describeHistory, formatShown } from '../changed-fields'
import { describeColumns, describeRow } from '../columns'
import { defineRecord } from '../define'
import * as field from '../fields'
import { requireOffer } from '../lookups.server'
import { listIf, see, type Next } from '../operation'
import { describeRateColumns } from '../rate-columns'
import { describePlanned } from '../planned-rates'
import { showPicture } from '../uploads'

/** A draft is hidden, and what is to come is scheduled. */
export function formatOfferState(
  offer: Parameters<typeof getOfferState>[0] & { hidden_reason: string | null },
): string {
  const state = getOfferState(offer)
  if (state === 'hidden' && offer.hidden_reason === DRAFT) return DRAFT
  return state === 'to come' ? 'scheduled' : state
}

/** Values of columns of an offer, in words. */
export async function readOfferFormat(
  reader: Reader,
): Promise<(column: string, value: unknown) => string | null> {
  const names = new Map((await listCategories(reader)).map(({ id, name }) => [id, name]))
  return (column, value) => {
    if (column === 'category_id') return names.get(Number(value)) ?? null
    return formatShown(column.endsWith('_html') && typeof value === 'string' ? formatAsTyped(value) : value)
  }
}

const column = describeColumns<OfferRecord>()

const COLUMNS = [
  column.offer('id', { title: 'offer' }),
  column.text('title'),
  column.state('state', formatOfferState),
  column.text('hidden_reason', { title: 'hidden because' }),
  column.store('store'),
  column.page('page', ({ slug }) => env().publicOrigin + offerPath(slug), { title: 'in the shop' }),
  column.text('code'),
  column.state('keeps cashback', (row) => toKeepsFact(row)?.keeps ?? null),
  column.text('category'),
  column.time('starts_at', { title: 'from' }),
  column.time('ends_at', { title: 'to' }),
  column.text('offer', { title: 'text on the card' }),
  column.text('description', ({ description_html }) => formatAsTyped(description_html)),
  column.text('terms', ({ kpi_html }) => formatAsTyped(kpi_html)),
  column.text('img', { title: 'photo' }),
  column.text('img_alt', { title: 'photo text' }),
  column.text('url', { title: 'leads to' }),
  column.text('tracking_url', { title: 'link' }),
  column.text('network'),
  column.text('network_campaign_id', { title: 'programme' }),
  column.text('source', ({ source }) => (source === BY_HAND ? 'made by hand' : `feed ${source}`)),
  column.text('external_id', ({ source, external_id }) => (source === BY_HAND ? null : external_id), {
    title: 'id in the feed',
  }),
  column.count('clicks_30d', { title: 'clicks of 30 days' }),
  column.time('created_at', { title: 'since' }),
  column.time('updated_at', { title: 'changed' }),
]

const RATE_COLUMNS = describeRateColumns<{ rate: ReturnType<typeof computeCurrentRate> }>()

function listActions(offer: OfferRecord): Next[] {
  const { id } = offer
  const state = getOfferState(offer)
  return [
    see('catalogue edit', { offer: id }),
    see('rates set-offer', { offer: id }),
    ...(offer.hidden_at ? [see('catalogue unhide', { offer: id })] : [see('catalogue hide', { offer: id })]),
    ...(state === 'ended' ? [see('catalogue restore', { offer: id })] : []),
    ...(state === 'live' ? [see('catalogue end', { offer: id })] : []),
    see('catalogue duplicate', { offer: id }),
    see('catalogue set-link', { offer: id }),
    ...(offer.code === null ? [] : [see('catalogue keeps-cashback', { offer: id })]),
    see('catalogue product-links', { offer: id }),
  ]
}

export const show = defineRecord({
  name: 'catalogue show',
  title: 'Offer',
  summary: 'one offer: its state, its rate, what is edited by hand, and who changed it',
  role: 'viewer',
  input: { offer: field.offer('the offer', { place: 'argument' }) },
  async read({ offer: which }) {
    const { id } = await requireOffer(which, db)
    const offer = await readOfferRecord(id)
    const rate = computeCurrentRate(offer)
    return {
      title: offer.title,
      ...(await showPicture(offer.img, offer.img_alt ?? `The photo of ${offer.title}`)),
      facts: [...describeRow(COLUMNS, offer), ...describeRow(RATE_COLUMNS, { rate })],
      tables: [
        describeEdited(
          OFFER_FIELDS,
          offer,
          (field) => see('catalogue give-back', { offer: id, field }),
          await readOfferFormat(db),
        ),
        await describePlanned([
          { kind: 'offer', id },
          { kind: 'store', id: offer.brand_id },
        ]),
        await describeHistory(`offer ${id}`, OFFER_FIELDS),
      ],
      notes: listIf(rate.payout.payout_hundredths === null, {
        text: 'It pays no cashback: no rate is set for it or for its store.',
        next: [see('rates set-offer', { offer: id })],
      }),
      next: listActions(offer),
      namesNext: true,
    }
  },
})
