import { catalogMessages } from '~/messages/catalog'
import { fill, type Message } from '~/messages/message'
import type { NetworkSettings, TrackedCampaign } from '~/platform/config/network'
import { findNetwork } from '~/platform/config/networks'
import { formatWait } from '~/platform/formats/count'
import type { ClickRefusal } from './clicks.server'

/** Conversions of guest clicks are stored, but credited only when the click is claimed (docs/rules.md#3). */
export const GUEST_ID = 9

const texts = {
  'not-found': catalogMessages.click.hidden,
  hidden: catalogMessages.click.hidden,
  'sign-in-first': catalogMessages.click.signInFirst,
  ended: catalogMessages.click.ended,
  'no-tracking-url': catalogMessages.click.noTrackingUrl,
  'too-many': catalogMessages.click.tooMany,
} satisfies Record<ClickRefusal['reason'], Message>

type ClickRefusalFacts =
  { reason: Exclude<ClickRefusal['reason'], 'too-many'> } | { reason: 'too-many'; minutes: number }

export function explainClickRefusal(refusal: ClickRefusalFacts): Required<Message> {
  const { title, text } = texts[refusal.reason]
  return refusal.reason === 'too-many'
    ? { title, text: fill(text, { wait: formatWait(refusal.minutes) }) }
    : { title, text }
}

/** Without a click id, the URL earns no commission. */
export function buildTrackingUrl(
  campaign: TrackedCampaign & { network: string },
  clickId: string | null,
  settings: NetworkSettings,
): string | null {
  const link = findNetwork(campaign.network)?.link
  if (!link) return null
  const template = link.template?.(settings)
  const base = campaign.tracking_url ?? template?.base
  if (!base) return null
  return withParameters(base, {
    ...(template?.base && {
      [template.campaign]: campaign.network_campaign_id,
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
