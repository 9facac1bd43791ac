/** Of the pages of a store, of an offer and of results. What is in catalog.ts, every page loads. */
export const storePageMessages = {
  storePage: {
    takesClaims: 'Claims for missing cashback are accepted',
    noClaims: 'Claims for missing cashback are not accepted',
    lock: 'The rate that you see when you press Get Deal is yours for that visit.',
    example: 'On {price} you get {cashback}',
    examples: 'Examples, if the terms allow.',
    record: 'Our record with this store',
    product: 'Cashback for a product',
    memory: 'Up to {now} now; in the last {days} days {low} to {high}, mostly {most}',
    memorySame: 'Up to {now} now, and in all of the last {days} days',
  },

  search: {
    also: 'Also for “{word}”',
    notAll: 'No offer has all of these words.',
    nothing: 'We have no store or offer called “{q}” yet.',
    didYouMean: 'Did you mean {q}?',
    hint: 'We count how many people ask for a store, not who they are.',
    counted: 'Thank you, we have noted {store}.',
    unfit: 'Please enter the name of a store, 2 to 40 characters.',
  },

  follow: {
    done: { text: 'You follow {store}. We tell you when its rate rises or a code arrives.' },
    ended: { text: 'You do not follow {store} any more.' },
    tooMany: { text: 'You can follow {most} stores. Unfollow one of them first.' },
    unknown: { text: 'This store is no longer there.' },
    signInFirst: { text: 'Sign in to follow this store.' },
    offer: 'You are signed in. Press Follow, and we tell you when its rate rises or a code arrives.',
    how: 'We tell you when a rate rises or a code arrives, in one message a day at most.',
    none: 'You follow no store yet. Press Follow on the page of a store, and we tell you when its rate rises or a code arrives.',
    failed: 'Failed to load your stores',
  },

  click: {
    signInFirst: { title: 'Oops... Please login', text: 'Login first to access this offer!' },
    ended: { title: 'Click failed', text: 'This offer has ended.' },
    noTrackingUrl: { title: 'Click failed', text: 'Could not generate tracking link.' },
    hidden: { title: 'Click failed', text: 'Coupon not found' },
    tooMany: { title: 'Click failed', text: 'Too many attempts. Please try again in {wait}.' },
    withoutSession: 'Without signing in this visit earns no cashback.',
  },

  feedback: {
    done: 'your feedback is submitted ',
  },

  results: {
    including: 'Including results for “{q}”.',
    price: 'Offers have no prices here, so “{price}” is left out. Compare prices in the stores.',
    missed: 'Is “{name}” a store that you are looking for?',
  },
} as const
