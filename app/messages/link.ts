/** Beside the other texts of the catalogue, which every page loads. */
export const linkMessages = {
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
    'no-shop-address':
      'This is no address of a shop: it has a port, a password or an IP address in it, or no full name.',
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
  },
} as const
