import { useRoot } from '~/components/layout/root-data'

export const useMayClick = (campaign: { guestClicks: boolean }) =>
  useRoot().user !== null || campaign.guestClicks
