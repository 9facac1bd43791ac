/** Beside the other texts of the catalogue, which every page loads. */
export const linkMessages = {
  link: {
    title: 'Cashback for a product',
    field: 'Address of the product',
    hint: 'Copy it from the page of the product in your browser, or from Share in the shop’s app, and paste it here.',
    today: 'Today {rate}, locked when you press Get Deal',
    which: 'What are you buying?',
    onlyFor: 'This rate is only for: {goods}. Other orders may get none.',
    browserOnly: 'Order in this browser: orders in the shop’s app may not count.',
    storePage:
      'Get Deal opens the start page of {store}, because this offer has no links to products. Search for the product there.',
    choose: 'Several stores sell at {host}. Which one is it?',
    'too-long': 'This is too long. Paste only the address, up to 1,500 characters.',
    'no-address': 'We found no address of a shop in this text. An address begins with https://',
    'app-link': 'This address is for an app. Open it and copy the address of the page.',
    'no-shop-address':
      'This is not the address of a shop: it has a port, a password or an IP address, or no complete host name.',
    'own-address': 'This is an address of DealDwaar. Paste the one of the shop.',
    'short-link': 'We cannot see where this short link leads. Open it and copy the address of the page.',
    'network-link': 'This address may lead to another site. Open it and copy the address of the page.',
    'unknown-store': 'We do not have this store yet: {host}',
    'no-offer': '{store} has no cashback offer for pasted products right now.',
    toStore: 'All offers of {store}',
    ask: 'Ask for this store',
    codes: 'Codes of {store}',
    terms: 'Terms',
    badLink: {
      title: 'Click failed',
      text: 'This link is not valid. Please paste the address again.',
    },
    oldLink: {
      title: 'Please press Get Deal again',
      text: 'The link has expired after two hours. Please check the rate again.',
    },
    rateChanged: {
      title: 'The cashback has changed',
      text: 'It differs from what was shown to you. Press Get Deal if you agree with it.',
    },
    how: [
      'Copy the address of a product in the shop’s app or on its page.',
      'Paste it here, or into the search at the top.',
      'Press Get Deal: the shop opens, usually at your product, and your visit is tracked.',
    ],
  },

  keeps: {
    yes: 'Orders with this code keep their cashback',
    no: 'Orders with this code get no cashback',
    unknown: 'We do not know whether orders with this code keep their cashback.',
    sentence: '{text} ({source}, {day}).',
    feed: 'according to the store’s feed',
    operator: 'according to our team',
    warning: 'Use the code or the cashback, not both.',
  },
} as const
