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
  },

  keepsCashback: {
    yes: 'Keeps cashback',
    no: 'No cashback with this code',
    unknown: 'Cashback with this code: not known',
  },
} as const
