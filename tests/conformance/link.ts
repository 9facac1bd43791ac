import { linkMessages } from '~/messages/link'
import { statements, type Statement } from './statement'
import { signUp } from './traveller'
import type { Walk } from './walk'

const t = linkMessages.link
const PRODUCT = 'https://www.voltwala.example/dp/B0CX12ABCD'

const page = (url: string) => `/Link?${new URLSearchParams({ url })}`

const shows = async (walk: Walk, url: string, text: string) =>
  (await walk.page(url === '' ? '/Link' : page(url))).text.includes(text)

const REFUSED: [pasted: string, text: string][] = [
  ['x'.repeat(1501), t['too-long']],
  ['hello', t['no-address']],
  ['voltwala://p/1', t['app-link']],
  ['https://127.0.0.1/', t['no-shop-address']],
  ['https://bit.ly/x', t['short-link']],
  ['https://www.awin1.com/cread.php', t['network-link']],
]

const SHOWN = ['Your product at Voltwala', 'locked when you press Get Deal', 'Get Deal', 'Login', 'Sign Up']

export const link: Statement[] = statements('A product, `/Link`', [
  ...['Address of the product', t.hint, 'Show cashback', ...t.how].map(
    (text): [string, Statement['see'], unknown] => [
      `the empty page shows '${text}'`,
      (walk) => shows(walk, '', text),
      true,
    ],
  ),
  [
    'it is private',
    async (walk) => (await walk.page('/Link')).headers.get('Cache-Control'),
    'private, no-store',
  ],
  ['it is in no index', async (walk) => (await walk.page('/Link')).body.includes('content="noindex"'), true],
  ...SHOWN.map((text): [string, Statement['see'], unknown] => [
    `a product shows '${text}'`,
    (walk) => shows(walk, PRODUCT, text),
    true,
  ]),
  ...REFUSED.map(([pasted, text]): [string, Statement['see'], unknown] => [
    `'${pasted.slice(0, 30)}' is refused`,
    (walk) => shows(walk, pasted, text),
    true,
  ]),
  [
    'an unknown store can be asked for',
    (walk) => shows(walk, 'https://www.unheard-of.example/p', 'Ask for this store'),
    true,
  ],
  [
    'Get Deal of a member leads to the product',
    async (walk) => {
      const { visitor } = await signUp(walk)
      const { body } = await visitor.get(page(PRODUCT))
      const [, deal] = /href="(\/out\/\d+\?to=[\w-]+)"/.exec(body) ?? []
      const { location } = await visitor.get(deal ?? '/nothing')
      return new URL(location ?? '/', PRODUCT).searchParams.get('url')
    },
    PRODUCT,
  ],
  [
    'a search with an address leads there',
    async (walk) => (await walk.guest().get(`/CouponFilters/All?q=${encodeURIComponent(PRODUCT)}`)).location,
    page(PRODUCT),
  ],
])
