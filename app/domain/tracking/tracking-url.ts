import { findNetwork } from '~/platform/config/networks'
import type { NetworkSettings, TrackedCampaign } from '~/platform/config/network'

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
