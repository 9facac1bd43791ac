import {
  describeAnswer,
  count,
  headings,
  linksTo,
  getOrder,
  shows,
  statements,
  type Statement,
} from './statement'
import type { Walk } from './walk'

const ORDER = [
  'Your Gateway to Great Deals',
  'Flash Sale',
  'How It Works',
  'Free to join, free to use',
  'Popular Deals',
  'Trending Categories',
  'Popular Stores',
  'Top Coupons',
  'What Our Customers Say',
  'Subscribe to our Newsletter',
  'Frequently Asked Questions',
]

/** The HTML from one heading of home to the next. */
const between = async (walk: Walk, from: string, to: string, path = '/') => {
  const body = (await walk.page(path)).body.split(`>${from}</h2>`)[1] ?? ''
  return body.split(`>${to}</h2>`)[0]!
}

const subscribe = async (walk: Walk, email: string) => {
  const guest = walk.guest()
  return (await guest.follow(await guest.post('/newsletter', { from: '/', email }))).text
}

export const home: Statement[] = [
  ...shows('Home', '/', [
    ...ORDER,
    'Grab Deal Now',
    'Ends at midnight',
    '1. Sign up and shop',
    '2. Earn cashback',
    '3. Withdraw',
    'See All Deals',
    'See All Stores',
    'See More',
    'Hide',
    'Show More',
    '80% Off on Fashion',
    '60% Off on Gadget',
    'Upto 8% Rewards',
    '60% Off on Order',
    'Earn 20% of what a friend earns',
    'Pause',
    'Previous',
    'Next',
  ]),
  ...shows('Home', '/', ['Hello, Asha', 'You can withdraw now', 'Pending', 'Wallet'], 'member'),
  ...linksTo('Home', '/', {
    'See All Deals': '/Deals',
    'See All Stores': '/TopStores',
    'Sign up': '/?dialog=sign-up',
  }),
  ...statements('Home', [
    [
      'its sections are in this order',
      async (walk) => getOrder(headings(await walk.page('/')), ORDER),
      ORDER,
    ],
    [
      'at most six banners',
      async (walk) =>
        ((await walk.page('/')).body.split('Flash Sale</h2>')[0]!.match(/href="\/CouponsDetails\//g) ?? [])
          .length,
      6,
    ],
    [
      'ten popular deals',
      async (walk) =>
        ((await between(walk, 'Popular Deals', 'Trending Categories')).match(/>View Deal</g) ?? []).length,
      10,
    ],
    [
      'ten popular stores',
      async (walk) =>
        ((await between(walk, 'Popular Stores', 'Top Coupons')).match(/>Get Offers</g) ?? []).length,
      10,
    ],
    [
      'six top coupons',
      async (walk) =>
        ((await between(walk, 'Top Coupons', 'What Our Customers Say')).match(/>View Coupon</g) ?? []).length,
      6,
    ],
    [
      'their codes are masked after three characters',
      async (walk) =>
        [...(await walk.page('/')).text.split('Top Coupons')[1]!.matchAll(/([A-Z0-9]+)\*+/g)].map(
          ([, shown]) => shown!.length,
        ),
      [3, 3, 3, 3, 3, 3],
    ],
    [
      'four trending categories',
      async (walk) =>
        ((await between(walk, 'Trending Categories', 'Popular Stores')).match(/>Shop Now</g) ?? []).length,
      4,
    ],
    ...['ecommerce', 'Electronics', 'Travel', 'health', 'All'].map(
      (slug): [string, Statement['see'], unknown] => [
        `Trending Categories leads to ${slug}`,
        async (walk) =>
          (await between(walk, 'Trending Categories', 'Popular Stores')).includes(
            `href="/CouponFilters/${slug}"`,
          ),
        true,
      ],
    ),
    [
      'Top Coupons leads to /Coupontopcodes',
      async (walk) =>
        (await between(walk, 'Top Coupons', 'What Our Customers Say')).includes('href="/Coupontopcodes"'),
      true,
    ],
    ['seven questions', async (walk) => count(await walk.page('/'), /<details[^>]*name="faq"/g), 7],
    [
      'Show More opens a list',
      async (walk) =>
        (
          (await between(walk, 'Popular Deals', 'Trending Categories', '/?show=deals')).match(
            />View Deal</g,
          ) ?? []
        ).length > 10,
      true,
    ],
  ]),
  ...statements('Newsletter', [
    [
      'an address is subscribed',
      async (walk) =>
        (await subscribe(walk, ' Reader@Mail.Example ')).includes('Thank you! You are subscribed.'),
      true,
    ],
    [
      'a second time is answered alike',
      async (walk) =>
        (await subscribe(walk, 'reader@mail.example')).includes('Thank you! You are subscribed.'),
      true,
    ],
    [
      'an invalid address is refused',
      async (walk) => (await subscribe(walk, 'reader')).includes('Please enter a valid email address.'),
      true,
    ],
    [
      'an empty address is refused',
      async (walk) => (await subscribe(walk, '')).includes('Please enter a valid email address.'),
      true,
    ],
    [
      'a GET leads to the form',
      async (walk) => describeAnswer(await walk.page('/newsletter')),
      [302, '/#newsletter'],
    ],
    [
      'an unknown link says so',
      async (walk) => (await walk.page('/unsubscribe/none')).text.includes('This link is not valid.'),
      true,
    ],
  ]),
]
