// Twenty tasks of shoppers, and how many taps each takes on a phone: a choice in a list is two, typing and scrolling are none.
import { expect, open, test, type Page, type Server } from '../support/e2e'
import { Hand } from './hand'
import { signInMember, type Member } from './members'
import type postgres from 'postgres'

// A control that is missing fails in half a minute.
test.use({ ownServer: 'tasks', actionTimeout: 30_000 })
// In one worker, whose server takes longer to start than the tests take.
test.describe.configure({ mode: 'default' })

interface Task {
  /** Without and with scripts. */
  taps: { without: number; with: number }
  from?: string
  member?: { earned?: number; upi?: boolean }
  do(hand: Shopper, member: Member | null): Promise<void>
}

/** Does what a finger does, and counts. */
class Shopper extends Hand {
  constructor(
    page: Page,
    readonly withScripts: boolean,
  ) {
    super(page)
  }

  button = (name: string) => this.tap(this.page.getByRole('button', { name, exact: true }))

  async choose(list: string, option: string) {
    this.taps += 2
    await this.main.getByRole('combobox', { name: list }).selectOption({ label: option })
  }
  /** A choice of the sort form, which scripts apply at once. */
  async apply() {
    const form = this.main.getByRole('form', { name: 'Sort' })
    if (!this.withScripts) await this.tap(form.getByRole('button', { name: 'Apply' }))
  }
  async search(words: string) {
    await this.tap(this.page.getByRole('banner').getByRole('button', { name: 'Search' }))
    const box = this.page.locator('#search-narrow')
    await expect(box).toBeFocused()
    await box.fill(words)
    this.taps++
    await box.press('Enter')
    await this.sees(`Results for “${words}”`)
  }
  /** Without scrolling. */
  seesAtOnce = (text: string | RegExp) => expect(this.main.getByText(text).first()).toBeInViewport()
  isAt = (path: string) => expect(this.page).toHaveURL(path)
}

const payouts = (hand: Shopper) => hand.main.getByRole('listitem').locator('.figure').allInnerTexts()

const TASKS: Record<string, Task> = {
  'What does Jebfone pay?': {
    taps: { without: 2, with: 2 },
    async do(hand) {
      await hand.search('jebfone')
      const store = hand.main.getByRole('list', { name: 'Stores' }).getByRole('listitem').first()
      await expect(store.getByText(/^Up to \d/)).toBeInViewport()
    },
  },
  'A working grocery code': {
    taps: { without: 3, with: 3 },
    async do(hand) {
      await hand.search('grocery')
      await hand.link(/^View Offer/)
      await hand.sees('Coupon code')
      await expect(hand.main.getByRole('textbox', { name: 'Coupon code' })).toHaveValue(/^[A-Z0-9]+$/)
    },
  },
  'The best rate for flights': {
    taps: { without: 5, with: 4 },
    async do(hand) {
      await hand.search('flights')
      await hand.choose('Sort', 'Highest %')
      await hand.apply()
      await expect(hand.page).toHaveURL(/sort=percent/)
      await expect.poll(async () => (await payouts(hand))[0]?.startsWith('15.00%')).toBe(true)
    },
  },
  'What do travel stores pay?': {
    taps: { without: 4, with: 4 },
    async do(hand) {
      await hand.link('See All Stores')
      await hand.choose('Category', 'Travel')
      await hand.button('Show')
      await hand.isAt('/TopStores?category=Travel')
      const stores = hand.main.getByRole('listitem').filter({ hasText: 'Get Offers' })
      await expect(stores.filter({ hasNotText: /Up to \d/ })).toHaveCount(0)
      expect(await stores.count()).toBeGreaterThan(0)
    },
  },
  'A store that begins with V': {
    taps: { without: 2, with: 2 },
    async do(hand) {
      await hand.link('See All Stores')
      await hand.tap(
        hand.main.getByRole('navigation', { name: 'Stores A to Z' }).getByRole('link', { name: 'V' }),
      )
      await expect(hand.main.getByRole('heading', { name: 'Voltwala' })).toBeVisible()
    },
  },
  'A store whose name is misspelt': {
    taps: { without: 3, with: 3 },
    async do(hand) {
      await hand.search('voltwaala')
      await hand.link(/^Get Offers/)
      await hand.isAt('/Offers/voltwala')
    },
  },
  'How long does cashback of Voltwala take?': {
    taps: { without: 3, with: 3 },
    async do(hand) {
      await hand.search('voltwala')
      await hand.link(/^Get Offers/)
      await hand.seesAtOnce(/^in about \d+ days/)
    },
  },
  'Do orders in a store’s app count?': {
    taps: { without: 2, with: 2 },
    async do(hand) {
      await hand.link('See All Stores')
      await hand.link('Get Offers: Voltwala')
      await hand.seesAtOnce('no cashback')
    },
  },
  'Which deals end soon?': {
    taps: { without: 4, with: 3 },
    async do(hand) {
      await hand.link('See All Deals')
      await hand.choose('Sort', 'Ending soon')
      await hand.apply()
      await hand.isAt('/Deals?sort=ending')
    },
  },
  'Which deals are new?': {
    taps: { without: 4, with: 3 },
    async do(hand) {
      await hand.link('See All Deals')
      await hand.choose('Sort', 'Newest')
      await hand.apply()
      await hand.isAt('/Deals?sort=new')
    },
  },
  'Travel offers with a code': {
    taps: { without: 3, with: 2 },
    async do(hand) {
      await hand.link('Shop Now: Travel')
      await hand.tap(hand.main.getByRole('checkbox', { name: 'With a code' }))
      await hand.apply()
      await expect(hand.page).toHaveURL(/Travel\?(?:sort=popular&store=&)?code=1$/)
    },
  },
  'All travel offers again': {
    taps: { without: 1, with: 1 },
    from: '/CouponFilters/Travel?code=1',
    async do(hand) {
      await hand.link(/^Remove: With a code/)
      await hand.isAt('/CouponFilters/Travel')
    },
  },
  'Shoes, in Hindi': {
    taps: { without: 2, with: 2 },
    async do(hand) {
      await hand.search('जूते')
      await hand.sees(/shoes|sandals/i)
    },
  },
  'From deals to stores': {
    taps: { without: 1, with: 1 },
    from: '/Deals',
    async do(hand) {
      await hand.tap(
        hand.main.getByRole('navigation', { name: 'Browse' }).getByRole('link', { name: 'Stores' }),
      )
      await hand.isAt('/TopStores')
    },
  },
  'Join at an offer': {
    taps: { without: 2, with: 2 },
    async do(hand) {
      await hand.link(/^View Deal/)
      await hand.link('Sign Up')
      await expect(hand.page.getByRole('dialog').getByLabel('Full name')).toBeVisible()
    },
  },
  'A code to paste at the store': {
    taps: { without: 3, with: 3 },
    async do(hand) {
      await hand.link(/^Get Offers/)
      await hand.link(/^GET COUPON/)
      await hand.button('Copy')
      await hand.sees(hand.withScripts ? 'Copied!' : /then choose Copy/)
    },
  },
  'What an offer asks for': {
    taps: { without: 1, with: 1 },
    async do(hand) {
      await hand.link(/^View Deal/)
      await expect(hand.main.getByRole('heading', { name: 'Terms' })).toBeVisible()
    },
  },
  'Member: what can I withdraw?': {
    taps: { without: 0, with: 0 },
    member: { earned: 125_00 },
    async do(hand) {
      await hand.sees('You can withdraw now')
      await hand.sees('Rs. 125.00')
    },
  },
  'Member: share an offer with my code': {
    taps: { without: 2, with: 2 },
    member: {},
    async do(hand, member) {
      await hand.link(/^View Deal/)
      await hand.button('Copy link')
      await expect(hand.page.getByLabel(/then choose Copy/)).toHaveValue(
        new RegExp(`\\?ref=LATA${member!.phone}$`),
      )
    },
  },
  'Member: withdraw everything': {
    taps: { without: 3, with: 3 },
    member: { earned: 125_00, upi: true },
    async do(hand) {
      await hand.link('Redeem')
      const dialog = hand.page.getByRole('dialog')
      await hand.tap(dialog.getByRole('link', { name: /^All/ }))
      await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('125.00')
      await hand.tap(dialog.getByRole('button', { name: 'Withdraw' }))
      await expect(hand.page.getByText('Withdrawal successful')).toBeVisible()
    },
  },
}

async function start(page: Page, task: Task, server: Server, sql: postgres.Sql) {
  await page.setViewportSize({ width: 360, height: 740 })
  const member = task.member ? await signInMember(page, server, sql, task.member) : null
  await open(page, task.from ?? '/')
  return member
}

for (const [name, task] of Object.entries(TASKS))
  test(`${name} takes the stated number of taps`, async ({ page, server, sql, withScripts }) => {
    const member = await start(page, task, server, sql)
    const hand = new Shopper(page, withScripts)
    await task.do(hand, member)
    expect(hand.taps).toBe(withScripts ? task.taps.with : task.taps.without)
  })
