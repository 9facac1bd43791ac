export const formatOfferCount = (count: number) => (count === 1 ? '1 Offer' : `${count} Offers`)
