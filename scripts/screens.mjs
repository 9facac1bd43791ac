/**
 * `npm run screens`: pictures of all pages at 360 and 1280, light and dark, into screens/, from the built server with the
 * demo's data. `--scripts off` takes them without JavaScript; `--only TEXT` takes those whose name holds TEXT.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'

const { values: options } = parseArgs({
  options: { scripts: { type: 'string', default: 'on' }, only: { type: 'string', default: '' } },
})

/** Pages of everybody: name and path. A path may be found on another page: {link: prefix, on: page}. */
const PUBLIC = {
  home: '/',
  'home-sign-in': '/?dialog=sign-in',
  'home-sign-up': '/?dialog=sign-up',
  'home-otp-sign-in': '/?dialog=otp-sign-in',
  'home-forgot-password': '/?dialog=forgot-password',
  category: '/CouponFilters/Travel',
  'category-all': '/CouponFilters/All',
  'category-empty': '/CouponFilters/Law',
  'category-unknown': '/CouponFilters/Nothing',
  'top-stores': '/TopStores',
  deals: '/Deals',
  'deals-beyond': '/Deals?page=99',
  'coupon-codes': '/Coupontopcodes',
  'store-offers': { link: '/Offers/', on: '/TopStores' },
  'store-unknown': '/Offers/nothing',
  detail: { link: '/CouponsDetails/', on: '/Deals' },
  'detail-unknown': '/CouponsDetails/nothing',
  code: { link: '/CouponCode/', on: { link: '/Offers/', on: '/TopStores' } },
  'sign-up-page': '/Singup',
  'how-it-works': '/HowitWorks',
  about: '/Aboutus',
  contact: '/Contactus',
  privacy: '/PrivacyPolicy',
  terms: '/TermsConditions',
  flex: '/Flexpage',
  'not-found': '/no/such/page',
}

/** Pages of a signed-in person. */
const PRIVATE = {
  'member-home': '/',
  profile: '/Account',
  history: '/Account/History',
  wallet: '/Account/Wallet',
  'wallet-edit-bank': '/Account/Wallet?edit=bank',
  'wallet-edit-upi': '/Account/Wallet?edit=upi',
  'wallet-withdraw': '/Account/Wallet?dialog=withdraw',
  notifications: '/Account/Notifications',
  logout: '/Account?dialog=logout',
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/** @param {string} build @param {string} dataDir */
async function startServer(build, dataDir) {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(build, 'node/main.js')], {
    env: { ...process.env, PORT: String(port), PUBLIC_ORIGIN: '', DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise((resolve, reject) => {
    child.stdout?.on('data', (part) => String(part).includes('"message":"listening"') && resolve(true))
    child.once('close', () => reject(new Error('The server did not start.')))
  })
  return { child, origin: `http://localhost:${port}` }
}

/**
 * @typedef {string | { link: string, on: Place }} Place
 * @param {string} origin @param {Place} place @returns {Promise<string>}
 */
async function pathOf(origin, place) {
  if (typeof place === 'string') return place
  const html = await (await fetch(new URL(await pathOf(origin, place.on), origin))).text()
  const href = [...html.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href)
    .find((href) => href.startsWith(place.link))
  return href?.replaceAll('&amp;', '&') ?? place.link
}

/** @param {import('playwright').Page} page @param {string} origin */
async function signIn(page, origin) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(path.resolve('ops/demo-people.ts'), { configFile: false })
  const [person] = /** @type {typeof import('../ops/demo-people')} */ (module).demoPeople
  await page.goto(`${origin}/?dialog=sign-in`)
  const form = page.locator('form[action="/auth/sign-in"]')
  await form.locator('[name=phone_number]').fill(person.phone_number)
  await form.locator('[name=password]').fill(person.password)
  await form.locator('[type=submit]').first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}

/** @param {import('playwright').Page} page @param {string} origin @param {Record<string, Place>} places @param {string} look */
async function shoot(page, origin, places, look) {
  for (const [name, place] of Object.entries(places)) {
    if (!name.includes(options.only)) continue
    await page.goto(new URL(await pathOf(origin, place), origin).href)
    if (options.scripts === 'on')
      await page
        .waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, null, {
          timeout: 3000,
        })
        .catch(() => console.error(`${name}: not hydrated`))
    // A dialog is as tall as the window, whatever the page is.
    const fullPage = !(await page.locator('dialog[open]').count())
    await page.screenshot({ path: path.join('screens', `${name}-${look}.png`), fullPage })
  }
}

try {
  ensureInstalled(console.log)
  const { buildFolder, ensureBuild } = await import('./build.mjs')
  const { ensureBrowser } = await import('./browser.mjs')
  await ensureBuild({ say: console.log })
  const { chromium } = await import('playwright')
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-screens-'))
  fs.chmodSync(dataDir, 0o755)
  const server = await startServer(buildFolder, dataDir)
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    for (const width of [360, 1280])
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        const context = await browser.newContext({
          viewport: { width, height: width === 360 ? 740 : 800 },
          colorScheme,
          javaScriptEnabled: options.scripts !== 'off',
          locale: 'en-IN',
          timezoneId: 'Asia/Kolkata',
        })
        const page = await context.newPage()
        const look = `${width}-${colorScheme}${options.scripts === 'off' ? '-no-scripts' : ''}`
        await shoot(page, server.origin, PUBLIC, look)
        await signIn(page, server.origin)
        await shoot(page, server.origin, PRIVATE, look)
        await context.close()
      }
    console.log(`${fs.readdirSync('screens').length} pictures are in screens/.`)
  } finally {
    await browser.close()
    const ended = new Promise((resolve) => server.child.once('close', resolve))
    server.child.kill('SIGTERM')
    await ended
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
