/** Feeds for tests, imported as by the operator. */
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { importCatalogue, type ImportOptions, type RowRefusal } from '~/domain/catalog/feeds.server'
import { parsePayout } from '~/domain/catalog/feeds'
import { db } from '~/platform/db/client.server'
import { campaigns, catalogueVersion } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import { GRANTED } from '~/platform/formats/amounts'
import { recordClick } from '~/domain/tracking/clicks.server'
import { member } from '../wallet/support'

/** A stream of the text in pieces of `size` bytes, so that rows are cut anywhere. */
async function* pieces(feed: Uint8Array, size: number) {
  for (let i = 0; i < feed.length; i += size) yield feed.subarray(i, i + size)
}

export async function importFeed(
  feed: unknown,
  options: Partial<Omit<ImportOptions, 'payout'>> & { pieceSize?: number; payout?: string } = {},
) {
  const refused: RowRefusal[] = []
  const text = typeof feed === 'string' || feed instanceof Uint8Array ? feed : JSON.stringify(feed)
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const { pieceSize = 7, payout, ...rest } = options
  const result = await importCatalogue(Readable.from(pieces(bytes, pieceSize)), {
    source: 'test',
    encoding: 'json',
    trust: 'all',
    onRefused: (row) => refused.push(row),
    payout: payout === undefined ? undefined : parsePayout(payout, GRANTED)!,
    ...rest,
  })
  return { ...result, refused, reasons: refused.map((row) => row.reason) }
}

/** A valid row of our own format. */
export const ownRow = (fields: Record<string, unknown> = {}) => ({
  id: 'c1',
  title: 'Flat 20% off on lamps',
  brand: 'Deepak Lights',
  url: 'https://deepak-lights.example/lamps',
  payout: '4.5',
  payout_model: 'percentage',
  ...fields,
})

export const rowWithoutPayout = (fields: object = {}) =>
  ownRow({ payout: null, payout_model: null, ...fields })

/** A valid row of Awin's format. */
export const awinRow = (fields: Record<string, unknown> = {}) => ({
  promotionId: 501,
  type: 'voucher',
  advertiser: { id: 77, name: 'Deepak Lights', joined: true },
  title: 'Lamps for less',
  description: 'A tenth off every lamp.',
  terms: '',
  startDate: '2026-01-01T00:00:00+00:00',
  endDate: '2099-12-31T22:59:00+00:00',
  url: 'https://deepak-lights.example/lamps',
  urlTracking:
    'https://www.awin1.com/cread.php?awinmid=77&awinaffid=4242&ued=https%3A%2F%2Fdeepak-lights.example%2Flamps',
  dateAdded: '2026-01-01T00:00:00+00:00',
  campaign: '',
  regions: { all: true },
  voucher: { code: 'LAMP10', exclusive: false, attributable: false },
  ...fields,
})

export async function findOffer(external_id: string, source = 'test') {
  const rows = await db.select().from(campaigns).where(eq(campaigns.external_id, external_id))
  return rows.find((row) => row.source === source)
}

export async function catalogueVersionNow(): Promise<number> {
  const [row] = await db.select().from(catalogueVersion)
  return row!.version
}

/** The rate that a member's click on the offer gets. */
export async function readClickRate(id: number) {
  const result = await recordClick(id, { userId: await member(), address: '192.0.2.9', agent: 'a browser' })
  if (!result.ok) throw new Error(result.reason)
  const [click] = await db.select().from(clicks).where(eq(clicks.id, result.clickId))
  return { payout_hundredths: click!.payout_hundredths, payout_model: click!.payout_model }
}
