import { useRoot } from '~/components/layout/root-data'

export const useMayClick = (offer: { guestClicks: boolean }) => useRoot().user !== null || offer.guestClicks
