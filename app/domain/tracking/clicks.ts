import { CONTACT_US } from '~/messages/actions'
import { storePageMessages } from '~/messages/store-page'
import { linkMessages } from '~/messages/link'
import { fill, type Message, type WholeMessage } from '~/messages/message'
import type { NetworkSettings, TargetedOffer, TrackedOffer } from '~/platform/config/network'
import { findNetwork, findTargetParameter } from '~/platform/config/networks'
import { formatWait } from '~/platform/formats/count'
import type { ClickRefusal } from './clicks.server'

const texts = {
  'not-found': storePageMessages.click.hidden,
  hidden: storePageMessages.click.hidden,
  'sign-in-first': storePageMessages.click.signInFirst,
  ended: storePageMessages.click.ended,
  'no-tracking-url': storePageMessages.click.noTrackingUrl,
  'too-many': storePageMessages.click.tooMany,
  'other-store': linkMessages.link.badLink,
  'rate-changed': linkMessages.link.rateChanged,
} satisfies Record<ClickRefusal['reason'], Message>

type ClickRefusalFacts =
  { reason: Exclude<ClickRefusal['reason'], 'too-many'> } | { reason: 'too-many'; minutes: number }

export function explainClickRefusal(refusal: ClickRefusalFacts): WholeMessage {
  const { title, text } = texts[refusal.reason]
  return refusal.reason === 'too-many'
    ? { title, text: fill(text, { wait: formatWait(refusal.minutes) }), actions: [CONTACT_US] }
    : { title, text }
}

/** A link that leads to a product of the offer's store, which the caller has compared with its hosts; null: its network cannot. */
export function buildProductUrl(
  offer: TrackedOffer & TargetedOffer,
  clickId: string,
  target: string,
  settings: NetworkSettings,
): string | null {
  const parameter = findTargetParameter(offer, settings)
  const base = buildTrackingUrl(offer, clickId, settings)
  if (parameter === null || base === null) return null
  const url = new URL(base)
  // Networks may read a parameter in any case, and nobody knows which of two.
  const others = Array.from(url.searchParams.keys()).filter(
    (name) => name.toLowerCase() === parameter.toLowerCase(),
  )
  for (const name of others) url.searchParams.delete(name)
  url.searchParams.set(parameter, target)
  return url.href
}

/** Without a click id, the URL earns no commission. */
export function buildTrackingUrl(
  offer: TrackedOffer & { network: string },
  clickId: string | null,
  settings: NetworkSettings,
): string | null {
  const link = findNetwork(offer.network)?.link
  if (!link) return null
  const template = link.template?.(settings)
  const base = offer.tracking_url ?? template?.base
  if (!base) return null
  return withParameters(base, {
    ...(template?.base && {
      [template.offer]: offer.network_campaign_id,
      [template.publisher]: template.publisherId ?? null,
    }),
    [link.click]: clickId,
  })
}

function withParameters(base: string, parameters: Record<string, string | null>): string | null {
  if (!URL.canParse(base)) return null
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value)
  return url.protocol === 'https:' ? url.href : null
}
