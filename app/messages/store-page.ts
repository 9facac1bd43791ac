/** Of the pages of a store, of an offer and of results. What is in catalog.ts, every page loads. */
export const storePageMessages = {
  storePage: {
    example: 'On {price} you get {cashback}',
    examples: 'Examples, if the terms allow.',
    record: 'Our record with this store',
    product: 'Cashback for a product',
    memory: 'Up to {now} now; in the last {days} days {low} to {high}, mostly {most}',
    memorySame: 'Up to {now} now, and in all of the last {days} days',
  },

  results: {
    including: 'Including results for “{q}”.',
    price: 'Offers have no prices here, so “{price}” is left out. Compare prices in the stores.',
    missed: 'Is “{name}” a store that you are looking for?',
  },
} as const
