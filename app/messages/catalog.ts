export const catalogMessages = {
  catalog: {
    couponNotFound: 'Coupon Not Found',
    fetchFailed: 'Failed to fetch coupons',
    storesFailed: 'Failed to load top stores',
    noOffers: 'No offers found.',
    noItemsInTab: 'No items in this tab.',
    noCoupons: 'No coupons available',
    noStores: 'No stores found',
    offerEnded: 'This offer ended on {date}.',
    offerActivated: 'Offer is activated',
    worked: 'Worked {n} of {m} times',
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

  home: {
    stores: '{n} stores',
    worked: '{n} codes worked this week',
    paid: 'Payouts usually within {time}',
  },

  store: {
    tracks: 'Shows within {time}',
    confirms: 'Confirms in about {time}',
    hours: '{n} hours',
    days: '{n} days',
    counted: '{fact} ({n} orders)',
    appOrders: 'App orders count',
    noAppOrders: 'No cashback on app orders',
    takesClaims: 'Claims for missing cashback are accepted',
    noClaims: 'Claims for missing cashback are not accepted',
    lock: 'The rate that you see when you press Get Deal is yours for that visit.',
  },

  click: {
    signInFirst: { title: 'Oops... Please login', text: 'Login first to access this offer!' },
    ended: { title: 'Click failed', text: 'This offer has ended.' },
    noTrackingUrl: { title: 'Click failed', text: 'Could not generate tracking link.' },
    hidden: { title: 'Click failed', text: 'Coupon not found' },
    tooMany: { title: 'Click failed', text: 'Too many attempts. Please try again in {wait}.' },
    withoutSession: 'Without signing in this visit earns no cashback.',
  },

  keepsCashback: {
    yes: 'Keeps cashback',
    no: 'No cashback with this code',
    unknown: 'Cashback with this code: not known',
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

  feedback: {
    done: 'your feedback is submitted ',
  },
} as const
