import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { consumeAll, defineAddressLimit, memoize } from '~/platform/db/limits.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import type { ImageFile } from '~/platform/image-cache.server'
import { selectCards, toCard } from './cards.server'
import { isStoredImage } from './images'
import { readImage } from './images.server'
import { readCached, readThrough } from './image-disk.server'
import { findStorePage } from './store-page.server'
import { formatOfferCount } from './offers'
import { drawPicture } from './share-pictures/draw.server'
import { layOut, type PictureContent } from './share-pictures/picture-layout'

/** Increase it when the design changes. */
const DESIGN = 1

/** New pictures that one address may request in a minute: each takes a quarter of a second. */
const MOST_DRAWN = 30

const perAddress = memoize(() => defineAddressLimit('og', { v4: MOST_DRAWN, v6: MOST_DRAWN }, 60))

interface PictureRequest {
  kind: string
  key: string
  amount: string | null
  address: string
}

/** Null: no page names the picture. 'too many': the client's address is over its limit. Throws Busy. */
export async function readPicture({
  kind,
  key,
  amount,
  address,
}: PictureRequest): Promise<ImageFile | 'too many' | null> {
  const shared = kind === 'store' ? await readStore(key) : kind === 'offer' ? await readOffer(key) : null
  if (!shared || getAmount(shared) !== amount) return null
  const hash = createHash('sha256')
    .update(JSON.stringify([DESIGN, shared]))
    .digest('hex')
    .slice(0, 32)
  const name = `${hash}-og.png`
  const stored = await readCached('share-pictures', name)
  if (stored) return { name, bytes: stored }
  if (await consumeAll(perAddress()(address))) return 'too many'
  const bytes = await readThrough('share-pictures', name, async () =>
    drawPicture(layOut(shared), await readLogo(shared.logo)),
  )
  return bytes && { name, bytes }
}

const getAmount = ({ amount, credit }: PictureContent) => (credit === 'cashback' ? amount : null)

async function readStore(code: string): Promise<PictureContent | null> {
  const store = await findStorePage(code)
  // Another spelling of the name would be another address of the same picture.
  if (store?.couponCode !== code) return null
  const { name, logo, upTo, count } = store
  return { store: name, logo, amount: upTo, upTo: true, credit: 'cashback', text: formatOfferCount(count) }
}

async function readOffer(id: string): Promise<PictureContent | null> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return null
  const [row] = await selectCards().where(eq(campaigns.id, Number(id)))
  if (!row) return null
  const { store, logo, payout, credit, title } = toCard(row)
  return { store: store, logo, amount: payout, credit, text: title }
}

/** Logos of this site are SVG, which is not decoded here: their stores get initials. */
async function readLogo(logo: string | null): Promise<Buffer | null> {
  if (!logo || !isStoredImage(logo)) return null
  const image = await readImage(`${logo.slice(logo.lastIndexOf('/') + 1)}-256.webp`)
  return image && image.bytes
}
