/** A shop of the first day is filled at the desk alone, without a shell and without a feed. */
import { expect, open, test } from '../support/e2e'
import { picture } from '../support/image-host'
import { signInAtDesk } from './desk-session'
import { checkPage, formatDay, Keeper, optional } from './keeper'

test.use({ ownServer: 'empty-shop', isEmpty: true, actionTimeout: 15_000 })

const OFFERS = 10
const MOST_CLICKS = 8
const COLORS = ['#0f766e', '#1d4ed8', '#b45309', '#7e22ce', '#be123c']

test('an empty shop gets a store, ten offers with photos, a flash sale, a rate of next week and contact data', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.slow()
  await sql`
    WITH owner AS (INSERT INTO operators (name, role, state) VALUES ('Lakshmi Menon', 'owner', 'active') RETURNING id)
    INSERT INTO desk_access (operator_id, password_hash, enrolled_at) SELECT id, 'none', now() FROM owner`
  await signInAtDesk(page, server, sql)
  await page.setViewportSize(withScripts ? { width: 1280, height: 800 } : { width: 360, height: 740 })
  const hand = new Keeper(page)

  await open(page, '/')
  await checkPage(page, withScripts)
  await open(page, '/Desk')
  await hand.tap(page.getByRole('link', { name: 'Everything' }))
  await hand.link('Stores')
  await hand.link('Add a store')
  await hand.fill('Name', 'Kesar Threads')
  await hand.fill('Page at the store', 'https://kesar.example')
  await hand.confirm(/^Adds the store Kesar Threads/)
  await checkPage(page, withScripts)

  const clicks: number[] = []
  for (let n = 1; n <= OFFERS; n++) {
    hand.taps = 0
    if (n > 1) await hand.tap(hand.main.getByRole('link', { name: 'Kesar Threads', exact: true }).first())
    await hand.link('Add an offer')
    await hand.fill('Title', `Kurta ${n} for less`)
    await hand.find('Network').selectOption('trackier')
    await hand.fill('Programme', '4602')
    await hand.fill(optional('Payout'), `${3 + n / 10}%`)
    await hand.fill(optional('Photo text'), `Kurta ${n}`)
    await hand.find(optional('Photo file')).setInputFiles({
      name: `kurta-${n}.png`,
      mimeType: 'image/png',
      buffer: await picture(COLORS[n % COLORS.length]!, 400 + n, 300),
    })
    await hand.confirm(new RegExp(`^Adds ‘Kurta ${n} for less’`))
    await expect(hand.main.getByRole('img', { name: `Kurta ${n}`, exact: true })).toBeVisible()
    clicks.push(hand.taps)
  }
  await checkPage(page, withScripts)
  expect(Math.max(...clicks.slice(1)), `clicks of the offers: ${clicks.join(', ')}`).toBeLessThanOrEqual(
    MOST_CLICKS,
  )

  await hand.link('Set the payout of an offer')
  await hand.fill('Payout', '5%')
  await hand.fill(optional('From'), formatDay(7))
  await hand.fill(optional('To'), formatDay(9))
  await hand.confirm(/^Sets payout 5.00% .* until the end of/)
  const [first] = await sql<{ id: string }[]>`SELECT id FROM campaigns ORDER BY id LIMIT 1`
  await hand.tap(page.getByRole('link', { name: 'Everything' }))
  await hand.link('Flash sale')
  await hand.link('Set a flash sale')
  await hand.fill('Day', formatDay(0))
  await hand.fill('Offer', first!.id)
  await hand.fill(optional('Payout'), '6%')
  await hand.confirm(/^Sets the flash sale of/)
  await checkPage(page, withScripts)

  await hand.tap(page.getByRole('link', { name: 'Everything' }))
  await hand.link('Settings')
  await checkPage(page, withScripts)
  await hand.link('Change a setting')
  await hand.find('Name').selectOption('SUPPORT_EMAIL')
  await hand.fill('Value', 'help@kesar.example')
  await hand.fill('Reason', 'Where members write to')
  await hand.confirm(/SUPPORT_EMAIL/)

  const [counts] = await sql<object[]>`
    SELECT (SELECT count(*)::int FROM brands) AS stores, (SELECT count(*)::int FROM campaigns WHERE listed AND img IS NOT NULL) AS offers,
           (SELECT count(*)::int FROM planned_rates WHERE state = 'waits') AS waiting`
  expect(counts).toEqual({ stores: 1, offers: OFFERS, waiting: 1 })

  await open(page, '/')
  const sale = page.getByRole('region', { name: 'Flash Sale' })
  await expect(sale).toContainText('Kurta 1 for less')
  await expect(sale).toContainText('6.00% cashback')
  await expect(page.getByRole('main')).toContainText('Kurta 10 for less')
  const photo = page.locator('main img[src^="/img/"]').first()
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await checkPage(page, withScripts)
  await open(page, '/Contactus')
  await expect(page.getByRole('main')).toContainText('help@kesar.example')
})
