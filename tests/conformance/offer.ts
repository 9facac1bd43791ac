import { shows, statements, getStatus, listTargets, type Statement } from './statement'
import { buy, signUp } from './traveller'
import type { Walk } from './walk'

interface Listed {
  id: number
  slug: string
  title: string
  code: string | null
  locale: string
  guest_clicks: boolean
}

const offers = async (walk: Walk): Promise<Listed[]> => (await walk.api().get('/api/get-campains')).body.data

const pick = async (walk: Walk, fits: (offer: Listed) => boolean) => {
  const found = (await offers(walk)).find(fits)
  if (!found) throw new Error('The demo has no such offer.')
  return found
}

const english = (walk: Walk) => pick(walk, ({ title }) => title.startsWith('Kurtas'))
const spanish = (walk: Walk) => pick(walk, ({ locale }) => locale === 'es')
const membersOnly = english

/** The page of an offer, by slug. */
const page = async (
  walk: Walk,
  base: string,
  which: (walk: Walk) => Promise<Listed>,
  who: 'guest' | 'member' = 'guest',
) => walk.page(`/${base}/${(await which(walk)).slug}`, who)

const says = (section: string, base: string, texts: string[], who: 'guest' | 'member' = 'guest') =>
  statements(
    section,
    texts.map((text) => [
      `a ${who}'s /${base}/:slug shows '${text}'`,
      async (walk) => (await page(walk, base, english, who)).text.includes(text),
      true,
    ]),
  )

const followOut = async (walk: Walk) => {
  const guest = walk.guest()
  const answer = await guest.get(`/out/${(await membersOnly(walk)).id}`)
  return { answer, page: await guest.follow(answer) }
}

export const offer: Statement[] = [
  ...says('Its page', 'CouponsDetails', [
    'Dhaaga Lane',
    'Verified',
    'Coupon code',
    'Get Deal',
    'About this offer',
    'Terms',
    'Did it work?',
    'Yes',
    'No',
    'Go Back',
    'WhatsApp Share',
    'Related coupons',
    'Login first, so that the cashback is credited to you.',
  ]),
  ...statements('Its page', [
    [
      'the title of an offer is its address, too',
      async (walk) =>
        getStatus(await walk.page(`/CouponsDetails/${encodeURIComponent((await english(walk)).title)}`)),
      200,
    ],
    [
      'an unknown one says so',
      async (walk) => (await walk.page('/CouponsDetails/no-such-offer')).text.includes('Coupon Not Found'),
      true,
    ],
    [
      '/CouponsGroup has it in English',
      async (walk) =>
        [
          (await page(walk, 'CouponsGroup', spanish)).text,
          (await page(walk, 'CouponsDetails', spanish)).text,
        ].map((text) => text.includes('Did it work?')),
      [true, false],
    ],
    [
      '/CouponsGroup names the other as canonical',
      async (walk) =>
        /rel="canonical" href="[^"]*(\/Coupons\w+)\//.exec(
          (await page(walk, 'CouponsGroup', english)).body,
        )?.[1],
      '/CouponsDetails',
    ],
    [
      'a guest cannot vote',
      async (walk) => {
        const guest = walk.guest()
        const { slug } = await english(walk)
        const after = await guest.follow(
          await guest.post(`/CouponsDetails/${slug}`, { from: `/CouponsDetails/${slug}`, feedback: 'yes' }),
        )
        return after.text.includes('Oops... Please login Login first to access this offer!')
      },
      true,
    ],
    [
      'a member can vote',
      async (walk) => {
        const { slug } = await english(walk)
        const after = await walk.member.follow(
          await walk.member.post(`/CouponsDetails/${slug}`, {
            from: `/CouponsDetails/${slug}`,
            feedback: 'yes',
          }),
        )
        return after.text.includes('your feedback is submitted')
      },
      true,
    ],
    [
      'WhatsApp Share is a link to WhatsApp',
      async (walk) =>
        listTargets(await page(walk, 'CouponsDetails', english), 'WhatsApp Share')[0]?.split('?')[0],
      'https://wa.me/',
    ],
  ]),
  ...says('The code', 'CouponCode', [
    'Copy',
    'Get Deal',
    'Go Back',
    'Share',
    'Without signing in this visit earns no cashback.',
  ]),
  ...statements('The code', [
    [
      'the whole code is shown',
      async (walk) =>
        (await page(walk, 'CouponCode', english)).body.includes(`value="${(await english(walk)).code}"`),
      true,
    ],
    [
      'without a code it is activated',
      async (walk) =>
        (
          await page(walk, 'CouponCode', (all) => pick(all, ({ code }) => code === null || code === ''))
        ).text.includes('Offer is activated'),
      true,
    ],
    [
      'it is noindex',
      async (walk) => (await page(walk, 'CouponCode', english)).body.includes('content="noindex"'),
      true,
    ],
    ['an unknown one is 404', async (walk) => getStatus(await walk.page('/CouponCode/no-such-offer')), 404],
  ]),
  ...says('Sharing', 'CouponsDetails', ['WhatsApp Share', 'Copy link']),
  ...shows('Sharing', '/Offers/voltwala', ['WhatsApp Share', 'Copy link']),
  ...says('One offer', 'CouponsDetails', ['All offers of'], 'member'),
  ...statements('Get Deal', [
    [
      'a member goes to the network with p1',
      async (walk) => {
        const { clicked } = await buy(walk)
        return [clicked.status, new URL(clicked.location!).searchParams.has('p1')]
      },
      [302, true],
    ],
    [
      'a member’s page says which rate it locked',
      async (walk) => {
        await buy(walk)
        const { visitor } = await signUp(walk)
        const { slug } = await english(walk)
        return (await visitor.get(`/CouponsDetails/${slug}`)).text.includes('Visit recorded')
      },
      true,
    ],
    ['a guest is led back to the offer', async (walk) => (await followOut(walk)).answer.status, 303],
    [
      'a guest is asked to sign in',
      async (walk) =>
        (await followOut(walk)).page.text.includes('Oops... Please login Login first to access this offer!'),
      true,
    ],
    [
      'an unknown id is 404',
      async (walk) => {
        const answer = await walk.page('/out/99999999')
        return [answer.status, answer.text.includes('Coupon Not Found')]
      },
      [404, true],
    ],
    [
      'HEAD records nothing',
      async (walk) => (await walk.raw(`/out/${(await english(walk)).id}`, { method: 'HEAD' })).status,
      204,
    ],
    [
      'a guest goes on where an offer takes guests',
      async (walk) =>
        (await walk.guest().get(`/out/${(await pick(walk, ({ guest_clicks }) => guest_clicks)).id}`)).status,
      302,
    ],
    [
      'an unknown shortlink leads to home',
      async (walk) => {
        const { status, location } = await walk.page('/no-such-shortlink')
        return [status, location]
      },
      [302, '/'],
    ],
  ]),
]
