import { useRoot } from '~/root-data'

/** Whether a visitor's click is recorded: that of a member, and a guest's where the offer allows it. */
export const useMayClick = (campaign: { guestClicks: boolean }) =>
  useRoot().user !== null || campaign.guestClicks
