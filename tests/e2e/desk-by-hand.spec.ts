/** A store, its offers and an edit of an offer of a feed, at the desk alone: no shell, no file. */
import { randomBytes } from 'node:crypto'
import { expect, open, test } from '../support/e2e'
import { picture } from '../support/image-host'
import { signInAtDesk } from './desk-session'
import { checkPage, Keeper, optional } from './keeper'

test.use({ ownServer: 'desk-by-hand', actionTimeout: 15_000 })
test.describe.configure({ mode: 'default' })

class Recorder extends Keeper {
  button = (name: string | RegExp) => this.tap(this.main.getByRole('button', { name }).first())
  choose = (label: string, value: string) =>
    this.main.getByLabel(label, { exact: false }).first().selectOption(value)

  /** One is back on the record. */
  async record(effect: RegExp, heading: RegExp) {
    await this.tap(this.main.getByRole('button', { name: 'Preview', exact: true }))
    await this.sees('Preview: nothing is done yet')
    await this.button(effect)
    await expect(this.main.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(this.page.getByText(effect).first()).toBeVisible()
  }
}

test('a shopkeeper adds a store and an offer, edits it, and gives an edit of a feed back', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.slow()
  await signInAtDesk(page, server, sql)
  await page.setViewportSize(withScripts ? { width: 1280, height: 800 } : { width: 360, height: 740 })
  const name = `Chandni ${randomBytes(3).toString('hex')}`
  const hand = new Recorder(page)

  await open(page, '/Desk/stores')
  await hand.link('Add a store')
  await hand.fill('Name', name)
  await hand.fill('Page at the store', 'https://chandni.example')
  await hand.record(/^Adds the store/, /^Store \d+/)
  await checkPage(page, withScripts)

  await hand.link('Add an offer')
  await hand.fill('Title', `Silk by ${name}`)
  await hand.choose('Network', 'trackier')
  await hand.fill('Programme', '4602')
  await hand.fill(optional('Payout'), '6%')
  await hand.fill(optional('Code'), 'SILK20')
  await hand.fill(optional('To'), '2099-01-31T18:30')
  await hand.choose('Category', 'Fashion')
  await hand.record(/^Adds ‘Silk by/, /^Offer \d+/)
  await hand.sees('live')
  await checkPage(page, withScripts)

  await hand.link('Edit an offer')
  await expect(hand.main.getByLabel(optional('Code'), { exact: true })).toHaveValue('SILK20')
  await expect(hand.main.getByLabel(optional('To'), { exact: true })).toHaveValue('2099-01-31T18:30')
  await hand.fill(optional('Code'), 'SILK30')
  await hand.record(/^Changes code of/, /^Offer \d+/)
  await hand.sees(/code: SILK20 → SILK30/)
  const shop = await hand.main.getByRole('link', { name: 'See in the shop' }).getAttribute('href')
  expect((await page.request.get(shop!)).status()).toBe(200)

  const [offer] = await sql<{ id: string; title: string; source: string }[]>`
    SELECT id, title, source FROM campaigns WHERE listed AND source <> 'by hand' AND code IS NOT NULL ORDER BY id LIMIT 1`
  await open(page, `/Desk/catalogue/show?offer=${offer!.id}`)
  await hand.link('Edit an offer')
  await hand.fill(optional('Title'), 'A title of the shop')
  await hand.record(/^Changes title of/, /^Offer \d+/)
  await hand.sees('Edited by hand: the feed does not change these')
  await checkPage(page, withScripts)
  await hand.link('Give back to the feed')
  // The page that it leaves has a button of the same name.
  await hand.sees('That was edited by hand')
  await hand.record(/^Gives title of/, /^Offer \d+/)
  const [after] = await sql<{ title: string; overrides: object }[]>`
    SELECT title, overrides FROM campaigns WHERE id = ${offer!.id}`
  expect(after).toEqual({ title: offer!.title, overrides: {} })
})

test('a shopkeeper uploads the photo of an offer, sees it before and after, and undoes it from the log', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.slow()
  await signInAtDesk(page, server, sql)
  await page.setViewportSize(withScripts ? { width: 1280, height: 800 } : { width: 360, height: 740 })
  const hand = new Recorder(page)
  const [offer] = await sql<{ id: string; slug: string; img: string | null }[]>`
    SELECT id, slug, img FROM campaigns WHERE listed AND code IS NOT NULL ORDER BY id DESC LIMIT 1`
  const read = async () =>
    (await sql<{ img: string | null }[]>`SELECT img FROM campaigns WHERE id = ${offer!.id}`)[0]!.img

  await open(page, `/Desk/catalogue/edit?offer=${offer!.id}`)
  await hand.main.getByLabel(optional('Photo file'), { exact: true }).setInputFiles({
    name: 'a.svg',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await hand.fill(optional('Photo text'), 'A row of lamps')
  await hand.button(/^Preview/)
  await hand.sees(/It must be a JPEG, PNG or WebP picture/)
  await checkPage(page, withScripts)
  await expect(hand.main.getByLabel(optional('Photo text'), { exact: true })).toHaveValue('A row of lamps')
  await hand.main
    .getByLabel(optional('Photo file'), { exact: true })
    .setInputFiles({ name: 'lamps.png', mimeType: 'image/png', buffer: await picture('#0f766e', 800, 600) })
  await hand.button(/^Preview/)
  await hand.sees('Preview: nothing is done yet')
  const shown = hand.main.getByRole('img', { name: /A row of lamps/ })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(256)
  await checkPage(page, withScripts)
  expect(await read()).toBe(offer!.img)
  await hand.button(/^Changes photo, photo text of/)
  await expect(hand.main.getByRole('heading', { level: 1, name: /^Offer \d+/ })).toBeVisible()
  await expect(hand.main.getByRole('img', { name: 'A row of lamps' })).toBeVisible()
  await checkPage(page, withScripts)
  expect(await read()).toMatch(/^\/img\//)

  await hand.tap(page.getByRole('link', { name: 'Undo', exact: true }))
  await hand.sees('Entry of the log')
  await checkPage(page, withScripts)
  await hand.button('Undo')
  await hand.sees('Preview: nothing is done yet')
  await checkPage(page, withScripts)
  await hand.button(/^Changes photo, photo text of/)
  await expect(hand.main.getByRole('heading', { level: 1, name: /^Offer \d+/ })).toBeVisible()
  expect(await read()).toBe(offer!.img)
})
