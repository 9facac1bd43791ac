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
    counted: 'Thank you. We have counted your wish for {store}.',
    unfit: 'Please enter the name of a store, 2 to 40 characters.',
  },

  home: {
    stores: '{n} stores',
    worked: '{n} codes worked this week',
    paid: 'Payouts usually within {time}',
  },

  store: {
    tracks: 'Tracks in {time}',
    confirms: 'Confirms in about {time}',
    hours: '{n} h',
    days: '{n} days',
    counted: '{fact} ({n} orders)',
    appOrders: 'App orders count',
    noAppOrders: 'App orders do not count',
    takesClaims: 'Claims for missing cashback are accepted',
    noClaims: 'Claims for missing cashback are not accepted',
    memory: '{now} now; {low} to {high} in {days} days, mostly {most}',
    memorySame: '{now} now, and in all of the last {days} days',
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

  link: {
    title: 'Cashback for a product',
    field: 'Address of the product',
    hint: 'Copy it from the page of the product in your browser, or from Share in the shop’s app, and paste it here.',
    today: 'Today {rate}, locked when you press Get Deal',
    which: 'What are you buying?',
    browserOnly: 'Order in this browser: orders in the shop’s app may not count.',
    storePage:
      'Get Deal opens the start page of {store}, since its network takes no address of a product. Look for the product there.',
    choose: 'Several stores sell at {host}. Which one is it?',
    'too-long': 'This is too long: up to 1,500 characters. Paste the address alone.',
    'no-address': 'There is no address of a shop in this. It begins with https://',
    'app-link': 'This address is for an app. Open it and copy the address of the page.',
    'no-shop-address': 'This is no address of a shop: it has a port, a password or an IP address in it.',
    'own-address': 'This is an address of DealDwaar. Paste the one of the shop.',
    'short-link':
      'Only its owner knows where this short link leads. Open it and copy the address of the page.',
    'network-link': 'This address leads to another site. Open it and copy the address of the page.',
    'unknown-store': 'We do not have this store yet: {host}',
    'no-offer': '{store} has no offer with cashback for everything just now.',
    toStore: 'All offers of {store}',
    ask: 'Ask for this store',
    codes: 'Codes of {store}',
    terms: 'Terms',
    badLink: {
      title: 'Click failed',
      text: 'This link does not belong to the store. Please paste the address again.',
    },
    oldLink: {
      title: 'Please press Get Deal again',
      text: 'The link was older than two hours. This is the rate now.',
    },
    rateChanged: {
      title: 'The rate has changed',
      text: 'It is another one than this page showed you. Press Get Deal if you agree with it.',
    },
    how: [
      'Copy the address of a product in the shop’s app or on its page.',
      'Paste it here, or into the search at the top.',
      'Press Get Deal: the shop opens at your product, and your visit is tracked.',
    ],
  },

  keeps: {
    yes: 'Orders with this code keep their cashback',
    no: 'Orders with this code get no cashback',
    unknown: 'We do not know whether orders with this code keep their cashback.',
    said: '{text} ({source}, {day}).',
    feed: 'says the store’s feed',
    operator: 'says our team',
    warning: 'Use the code or the cashback, not both.',
    rowYes: 'Keeps cashback',
    rowNo: 'No cashback with this code',
    rowUnknown: 'Cashback with this code: not known',
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
