import { describeAnswer, shows, statements, getStatus, getTitle, type Statement } from './statement'
import { asha, type Walk } from './walk'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }

const post = async (walk: Walk, path: string, body: string, headers: Record<string, string> = {}) =>
  (await walk.raw(path, { method: 'POST', body, headers: { ...FORM, ...headers } })).status

const ON_SOCKETS: [text: string, see: Statement['see'], right: unknown, why: string][] = [
  [
    'a form of more than 64 KB is 413',
    (walk) => post(walk, '/newsletter', 'a'.repeat(70_000)),
    413,
    'it keeps the connection until the answer is read',
  ],
  [
    'PUT of a page is 405',
    async (walk) => (await walk.raw('/Deals', { method: 'PUT' })).status,
    405,
    'it answers methods before the router',
  ],
  [
    'an address of more than 8 KB is 414',
    async (walk) => (await walk.raw(`/Deals?x=${'a'.repeat(9000)}`)).status,
    414,
    'it limits addresses',
  ],
]

export const screens: Statement[] = [
  ...statements('For all screens', [
    [
      'addresses match in any case',
      async (walk) => getTitle(await walk.page('/tOPsTORES')),
      'Top Deals | DealDwaar',
    ],
    [
      'a guest has no cookie `token`, a member has',
      (walk) => [walk.guest().cookies.has('token'), walk.member.cookies.has('token')],
      [false, true],
    ],
    [
      'every dialog is a page with <dialog open>',
      async (walk) => (await walk.page('/?dialog=sign-in')).body.includes('<dialog open'),
      true,
    ],
  ]),
  ...statements('Forms', [
    [
      'a form is answered by 303 to the page it stood on',
      async (walk) =>
        describeAnswer(await walk.guest().post('/newsletter', { from: '/Flexpage', email: 'x' })),
      [303, '/Flexpage#newsletter'],
    ],
    [
      'a notice is shown once',
      async (walk) => {
        const guest = walk.guest()
        const answer = await guest.post('/auth/sign-in', {
          from: '/?dialog=sign-in',
          phone_number: asha.phone_number,
          password: 'wrong',
        })
        const text = 'Wrong password! Please try again.'
        const pages = [await guest.follow(answer), await guest.get('/?dialog=sign-in')]
        return pages.map((page) => page.text.includes(text))
      },
      [true, false],
    ],
    [
      'a form whose session has ended opens the sign-in dialog and says that what was typed is kept',
      async (walk) => {
        const guest = walk.guest()
        const keep = /name="keep" value="([^"]*)"/.exec(
          (await walk.page('/Account?edit=details', 'member')).body,
        )![1]!
        const typed = {
          from: '/Account?edit=details',
          username: 'Asha',
          email: 'a@mail.example',
          password: 'x',
          keep,
        }
        const page = await guest.follow(await guest.post('/Account/details', typed))
        return page.text.includes('You were signed out. Please sign in again: what you typed is kept.')
      },
      true,
    ],
    [
      'more than two wrong fields get one line above them',
      async (walk) => {
        const guest = walk.guest()
        const page = await guest.follow(await guest.post('/auth/sign-up', { from: '/?dialog=sign-up' }))
        return /Please correct the (\d) fields that are marked\./.exec(page.text)?.[1]
      },
      '5',
    ],
  ]),
  ...statements('Status codes', [
    ['a page is 200', async (walk) => getStatus(await walk.page('/')), 200],
    [
      'a page number beyond the last is 200',
      async (walk) => getStatus(await walk.page('/Deals?page=999')),
      200,
    ],
    [
      'an unknown offer is 404',
      async (walk) => getStatus(await walk.page('/CouponsDetails/no-such-offer')),
      404,
    ],
    ['an unknown store is 404', async (walk) => getStatus(await walk.page('/Offers/no-such-store')), 404],
    [
      'an unknown category is 404',
      async (walk) => getStatus(await walk.page('/CouponFilters/NoSuchCategory')),
      404,
    ],
    ['a deeper unknown path is 404', async (walk) => getStatus(await walk.page('/no/such/page')), 404],
    [
      'its title',
      async (walk) => getTitle(await walk.page('/no/such/page')).split(' | ')[0],
      'Page not found',
    ],
    [
      'an unknown newsletter link is 404',
      async (walk) => getStatus(await walk.page('/unsubscribe/none')),
      404,
    ],
    [
      'a form of another site is 403',
      (walk) => post(walk, '/newsletter', 'email=x', { 'Sec-Fetch-Site': 'cross-site' }),
      403,
    ],
    ['a form of more than 100 fields is 413', (walk) => post(walk, '/newsletter', 'a=1&'.repeat(101)), 413],
    [
      'a body that is no form is 415',
      (walk) => post(walk, '/newsletter', 'a', { 'Content-Type': 'text/plain' }),
      415,
    ],
    [
      'an address of a form in the address bar leads to its page',
      async (walk) => describeAnswer(await walk.page('/newsletter')),
      [302, '/#newsletter'],
    ],
  ]),
  ...shows('Status codes', '/no/such/page', ['Go to the home page', 'All offers']),
  ...ON_SOCKETS.map(([text, see, right, ownServer]) => ({
    section: 'Status codes',
    text,
    see,
    right,
    ownServer,
  })),
  ...statements('Query parameters', [
    [
      'an unknown `dialog` is ignored',
      async (walk) => {
        const { text, body } = await walk.page('/?dialog=none')
        return [text.includes('Popular Deals'), body.includes('<dialog')]
      },
      [true, false],
    ],
    [
      '`page` that is no number is page 1',
      async (walk) => /aria-current="page"[^>]*>(\d+)</.exec((await walk.page('/Deals?page=x')).body)?.[1],
      '1',
    ],
    [
      '`show=stores` opens the list of stores',
      async (walk) => (await walk.page('/?show=stores')).text.includes('Show Less'),
      true,
    ],
    [
      '`sort` that is unknown is popular',
      async (walk) =>
        /<option[^>]*selected=""[^>]*>(.*?)</.exec((await walk.page('/Deals?sort=x')).body)?.[1],
      'Popular',
    ],
    ['`v` and `ref` do not end in an error', async (walk) => getStatus(await walk.page('/?ref=nobody')), 200],
  ]),
]
