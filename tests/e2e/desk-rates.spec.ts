/** A rate from a day on, and the flash sale of today, at the desk alone; home counts down to a rate that ends. */
import { expect, open, test } from '../support/e2e'
import { signInAtDesk } from './desk-session'
import { checkPage, formatDay, Keeper, optional } from './keeper'

test.use({ ownServer: 'desk-rates', actionTimeout: 15_000 })

test('a shopkeeper plans a rate and cancels it, and puts an offer on sale that home counts down', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.slow()
  await signInAtDesk(page, server, sql)
  await page.setViewportSize(withScripts ? { width: 1280, height: 800 } : { width: 360, height: 740 })
  const hand = new Keeper(page)
  const [offer] = await sql<{ id: string; title: string; top: string }[]>`
    SELECT c.id, c.title, b.up_to_percent AS top FROM campaigns c JOIN brands b ON b.id = c.brand_id
     WHERE c.listed AND c.payout_model = 'percentage' AND c.payout_hundredths = b.up_to_percent AND b.up_to_percent BETWEEN 600 AND 900
       AND c.set_payout_hundredths IS NULL AND c.locale = 'en' AND c.source = 'demo' ORDER BY c.id LIMIT 1`
  const { id, title } = offer!
  const higher = `${(Number(offer!.top) + 150) / 100}%`

  await open(page, `/Desk/rates/set-offer?offer=${id}`)
  await hand.fill('Payout', higher)
  await hand.fill(optional('From'), formatDay(7))
  await hand.fill(optional('To'), formatDay(9))
  await hand.confirm(/^Sets payout .* until the end of/)
  await checkPage(page, withScripts)
  await open(page, `/Desk/catalogue/show?offer=${id}`)
  await hand.sees('Rates from a day on')
  await checkPage(page, withScripts)
  await open(page, '/Desk/rates/planned')
  await checkPage(page, withScripts)
  await hand.tap(hand.main.getByRole('link', { name: 'Cancel', exact: true }).first())
  await hand.confirm(/^Cancels planned rate/)

  await open(page, '/Desk/flash-sale/set')
  await hand.fill('Day', formatDay(0))
  await hand.fill('Offer', id)
  await hand.fill(optional('Payout'), `${Number(offer!.top) / 100}%`)
  await hand.tap(hand.main.getByRole('button', { name: 'Preview', exact: true }))
  await hand.sees(/needs a rate above the store’s median of the last 30 days/)
  await checkPage(page, withScripts)
  await hand.fill(optional('Payout'), higher)
  await hand.confirm(/^Sets the flash sale of/)

  await open(page, '/')
  const sale = page.getByRole('region', { name: 'Flash Sale' })
  await expect(sale).toContainText(title)
  await expect(sale).toContainText(`${((Number(offer!.top) + 150) / 100).toFixed(2)}% cashback`)
  await sale.getByRole('link', { name: 'Grab Deal Now' }).click()
  await expect(page.locator('main')).toContainText(`${((Number(offer!.top) + 150) / 100).toFixed(2)}%`)
})
