import {
  describeAnswer,
  count,
  linksTo,
  shows,
  statements,
  getStatus,
  getTitle,
  type Statement,
} from './statement'

const FILTERS = [
  'Fashion',
  'E-commerce',
  'Electronics',
  'Health-medicine',
  'Sports',
  'Travel',
  'Services',
  'Lifestyle',
  'Clothing',
  'Airlines',
  'Vehicles',
  'Home-Improvement',
  'Network Security',
]

const TITLES: [path: string, title: string, a: RegExp, cards: number, target: string][] = [
  ['/Deals', 'Top Stores | DealDwaar', />View Deal</g, 15, '/CouponsDetails/'],
  ['/Coupontopcodes', 'Coupon Codes | DealDwaar', />View Deal</g, 15, '/CouponsDetails/'],
  ['/TopStores', 'Top Deals | DealDwaar', />Get Offers<\/a>/g, 60, '/Offers/'],
]

export const lists: Statement[] = [
  ...statements('Lists', [
    ...TITLES.flatMap(([path, title, part, cards, target]): [string, Statement['see'], unknown][] => [
      [`${path} has its title`, async (walk) => getTitle(await walk.page(path)), title],
      [`${path} has ${cards} a page`, async (walk) => count(await walk.page(path), part), cards],
      [
        `a card of ${path} leads to ${target}`,
        async (walk) => (await walk.page(path)).body.split('<main')[1]!.includes(`href="${target}`),
        true,
      ],
      [
        `${path} is the same in capitals`,
        async (walk) => getStatus(await walk.page(path.toUpperCase())),
        200,
      ],
      [`${path} has 'Next'`, async (walk) => (await walk.page(path)).body.includes('Next'), true],
    ]),
    [
      '/Deals past its last page says so',
      async (walk) => (await walk.page('/Deals?page=999')).text.includes('No stores found'),
      true,
    ],
    [
      '/Coupontopcodes past its last page says so',
      async (walk) => (await walk.page('/Coupontopcodes?page=999')).text.includes('No coupons available'),
      true,
    ],
    [
      '/TopStores past its last page says so',
      async (walk) => (await walk.page('/TopStores?page=999')).text.includes('No stores found'),
      true,
    ],
    [
      'a letter has its own title',
      async (walk) =>
        getTitle(await walk.page('/TopStores?letter=A')) !== getTitle(await walk.page('/TopStores')),
      true,
    ],
    [
      'a category has six offers',
      async (walk) => count(await walk.page('/CouponFilters/Travel'), />View Offer</g),
      6,
    ],
    [
      'Show More has all',
      async (walk) => count(await walk.page('/CouponFilters/Travel?show=all'), />View Offer</g),
      33,
    ],
    [
      'a category matches in any case',
      async (walk) => getTitle(await walk.page('/CouponFilters/tRAVEL')),
      'Travel: coupons, offers and cashback | DealDwaar',
    ],
    ['an alias is the category', async (walk) => getStatus(await walk.page('/CouponFilters/health')), 200],
    [
      'an unknown category says so',
      async (walk) =>
        (await walk.page('/CouponFilters/NoSuchCategory')).text.includes(
          'There is no category of this name.',
        ),
      true,
    ],
    [
      'a category has six top stores',
      async (walk) => count(await walk.page('/CouponFilters/Travel'), />Get Offers<\/a>/g),
      6,
    ],
    [
      'a search without result says so',
      async (walk) =>
        (await walk.page('/CouponFilters/All?q=zzzzqqqq')).text.includes('No coupons available'),
      true,
    ],
    [
      'a search finds part of a title in any case',
      async (walk) =>
        (await walk.page('/CouponFilters/All?q=kUrTaS')).text.includes('Kurtas and co-ord sets'),
      true,
    ],
    [
      'its own box unticked leads to All',
      async (walk) => describeAnswer(await walk.page('/CouponFilters/Travel?category=&q=')),
      [302, '/CouponFilters/All'],
    ],
    [
      'a category in a link with words alone is kept',
      async (walk) => getStatus(await walk.page('/CouponFilters/Travel?q=ferr')),
      200,
    ],
    [
      'an unknown store says so',
      async (walk) => (await walk.page('/Offers/no-such-store')).text.includes('No offers found.'),
      true,
    ],
    ['a store is found by its name', async (walk) => getStatus(await walk.page('/Offers/Voltwala')), 200],
    [
      'codes of a store are masked',
      async (walk) => /\b[A-Z]{3}\*+/.test((await walk.page('/Offers/voltwala')).text),
      true,
    ],
    [
      'a store leads to its codes',
      async (walk) => (await walk.page('/Offers/voltwala')).body.includes('href="/CouponCode/'),
      true,
    ],
    [
      'a payout has two decimals and a percent sign',
      async (walk) => /\d\.\d\d%/.test((await walk.page('/Offers/voltwala')).text),
      true,
    ],
  ]),
  ...shows('Lists', '/CouponFilters/Travel', [
    'Top Stores',
    'Offers',
    'Search',
    'Product Categories',
    'Apply',
    'Clear',
    'Show Filters',
    'Hide Filters',
    'Show More',
    'With a code',
    ...FILTERS,
  ]),
  ...shows('Lists', '/Offers/voltwala', [
    '5 Coupons & Offers',
    'Verified',
    'All',
    'Product(New)',
    'GET COUPON',
    'Popular Stores',
    'Sort',
  ]),
  ...linksTo('Lists', '/Deals', {
    Deals: '/Deals',
    Stores: '/TopStores',
    Codes: '/Coupontopcodes',
    '2': '/Deals?page=2',
    Next: '/Deals?page=2',
  }),
]
