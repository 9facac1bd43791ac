/** A product, the offer it belongs to and the rate that was shown, in the address of Get Deal (docs/decisions/0117-product-links.md). */
import { z } from 'zod/v4'
import { deriveKey } from '~/platform/config/env.server'
import { decrypt, encrypt } from '~/platform/encryption.server'
import type { Payout } from '~/platform/formats/money'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { LONGEST_SEALED } from '../product-links'

export interface ShownRate extends Payout {
  cap_paise: bigint | null
}

export interface ProductLink {
  offer: number
  target: string
  shown: ShownRate
}

const LIFETIME_MS = 2 * 3_600_000

const hundredths = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
  .nullable()
const content = z.object({
  offer: z.int(),
  target: z.string().startsWith('https://'),
  payout: hundredths,
  model: z.string(),
  currency: z.string(),
  cap: hundredths,
  until: z.number(),
})

const readKey = () => deriveKey('product link')

export function sealProduct({ offer, target, shown }: ProductLink, now = Date.now()): string {
  const { payout_hundredths: payout, payout_model: model, currency, cap_paise: cap } = shown
  const text = JSON.stringify({
    offer,
    target,
    payout: payout?.toString() ?? null,
    model,
    currency,
    cap: cap?.toString() ?? null,
    until: now + LIFETIME_MS,
  } satisfies z.input<typeof content>)
  return encrypt(readKey(), text).toString('base64url')
}

type UnsealedProduct =
  Done<{ product: ProductLink }> | Refused<'bad-link'> | Refused<'old-link', { target: string }>

/** 'bad-link': changed, of another shop, or sealed for another offer. */
export function unsealProduct(sealed: string, forOffer: number, now = Date.now()): UnsealedProduct {
  const found = sealed.length <= LONGEST_SEALED ? readContent(sealed) : null
  if (found?.offer !== forOffer) return refused('bad-link')
  const { offer, target, payout, model, currency, cap, until } = found
  if (until <= now) return refused('old-link', { target })
  const shown = { payout_hundredths: payout, payout_model: model, currency, cap_paise: cap }
  return done({ product: { offer, target, shown } })
}

function readContent(sealed: string): z.output<typeof content> | null {
  const text = decrypt(readKey(), Buffer.from(sealed, 'base64url'))
  return text === null ? null : (content.safeParse(JSON.parse(text.toString())).data ?? null)
}
