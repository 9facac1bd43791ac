import { useRoot } from '~/root-data'
import { Icon } from '~/ui/icon'
import { outPath } from './links'

interface GetDealProps {
  campaign: { id: number; guestClicks: boolean }
  label?: string
  className?: string
}

/** Whether a click of this visitor is taken: a member's always, a guest's where the campaign says so. */
export const useMayClick = (campaign: { guestClicks: boolean }) =>
  useRoot().user !== null || campaign.guestClicks

/** The tracked exit. Who may not click gets the refusal in this same tab (decisions.md 35). */
export function GetDeal({ campaign, label = 'Get Deal', className = 'button button-primary' }: GetDealProps) {
  const mayClick = useMayClick(campaign)
  return (
    <a
      href={outPath(campaign.id)}
      target={mayClick ? '_blank' : undefined}
      rel="noopener nofollow sponsored"
      className={className}
    >
      {label}
      <Icon name="out" />
    </a>
  )
}
