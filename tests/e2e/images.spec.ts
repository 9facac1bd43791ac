import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, open, test, type Page } from '../support/e2e'

const ADDRESS = 'https://logos.example/kesar.png'
const STORE = '/Offers/kesar-and-co'

/** A logo that is wider than high, green at the left and orange at the right, and transparent above and below. */
async function logo() {
  const half = (colour: string) =>
    ({ create: { width: 150, height: 100, channels: 4, background: colour } }) as const
  return sharp({ create: { width: 300, height: 140, channels: 4, background: '#00000000' } })
    .composite([
      { input: half('#0b6b63'), left: 0, top: 20 },
      { input: half('#c2410c'), left: 150, top: 20 },
    ])
    .webp({ lossless: true })
    .toBuffer()
}

let hash: string
test.beforeAll(async ({ sql }) => {
  const bytes = await logo()
  hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await sql`INSERT INTO images (hash, bytes, width, height) VALUES (${hash}, ${bytes}, 300, 140) ON CONFLICT DO NOTHING`
  await sql`INSERT INTO image_sources (url, host, hash) VALUES (${ADDRESS}, 'logos.example', ${hash}) ON CONFLICT DO NOTHING`
  await sql`UPDATE brands SET img = ${ADDRESS} WHERE coupon_code = 'kesar-and-co'`
})
test.afterAll(async ({ sql }) => {
  await sql`UPDATE brands SET img = NULL WHERE coupon_code = 'kesar-and-co'`
})

const getLogos = (page: Page) => page.getByRole('main').locator(`img[src*="${hash}"]`)

test('a store shows its logo in the best format and a fitting width, from this site', async ({
  page,
  server,
}) => {
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await open(page, STORE)
  const head = getLogos(page).first()
  await expect
    .poll(() => head.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true)
  expect(await head.evaluate((img: HTMLImageElement) => img.currentSrc)).toBe(
    `${server.origin}/img/${hash}-64.avif`,
  )
  expect(await head.boundingBox()).toMatchObject({ width: 64, height: 64 })
  expect(asked.filter(({ origin }) => origin !== server.origin).map(({ href }) => href)).toEqual([])
  const small = await head.evaluate(async (img: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
    const drawn = canvas.getContext('2d')!
    drawn.drawImage(img, 0, 0, 64, 64)
    return [...drawn.getImageData(20, 40, 1, 1).data]
  })
  // Green is left.
  expect(small[1]! > small[0]!).toBe(true)
})

test('text does not move when its logo loads', async ({ page }) => {
  const place = () => page.getByRole('heading', { level: 1 }).boundingBox()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/img/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(STORE, { waitUntil: 'commit' })
  const before = await place()
  release()
  const head = getLogos(page).first()
  await expect
    .poll(() => head.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true)
  expect(await place()).toEqual(before)
})

test.describe('a logo that does not load', () => {
  test.use({ expectedProblems: [/net::ERR_FAILED/] })

  test('leaves the store’s initials', async ({ page }) => {
    await page.route('**/img/**', (route) => route.abort())
    await open(page, STORE)
    const head = getLogos(page).first()
    await expect.poll(() => head.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    const shown = await head.evaluate((img) => getComputedStyle(img, '::after').content)
    expect(shown).toMatch(/^"KC"/)
    const box = page.getByRole('main').locator('.logo').first()
    const withInitials = await box.screenshot()
    await head.evaluate((img) => img.removeAttribute('data-initials'))
    expect((await box.screenshot()).equals(withInitials)).toBe(false)
  })
})
