// Opens the pages of scripts/pages.mjs.
/** @import { APIRequestContext, Page } from 'playwright' @import { Origins, Place, View } from './types' */

/** Signs in on all servers at once, because cookies ignore the port. @param {Page} page @param {string} origin */
export async function signIn(
  page,
  origin,
  { phone_number = '9000000001', password = 'demo-asha-2026' } = {},
) {
  await page.goto(`${origin}/?dialog=sign-in`)
  const form = page.locator('form[action="/auth/sign-in"]')
  await form.locator('[name=phone_number]').fill(phone_number)
  await form.locator('[name=password]').fill(password)
  await form.locator('[type=submit]').first().click()
  await page.waitForURL((url) => !url.searchParams.has('dialog') && !url.pathname.startsWith('/auth/'))
}

/** Signs in the demo's operator with the code that the page shows. @param {Page} page @param {string} origin */
export async function signInAtDesk(page, origin) {
  await page.goto(`${origin}/Desk/SignIn`)
  await page.locator('main [name=name]').fill('Lakshmi Menon')
  await page.locator('main [name=password]').fill('demo-lakshmi-2026')
  await page.locator('main [type=submit]').click()
  await page.waitForURL('**/Desk/Code')
  // Each code works once; another one comes within 30 seconds.
  for (;;) {
    const [code] = /\d{6}/.exec(await page.locator('main .badge').innerText()) ?? []
    if (code) {
      await page.locator('main [name=otp]').fill(code)
      break
    }
    await page.waitForTimeout(3000)
    await page.reload()
  }
  await page.locator('main [type=submit]').click()
  await page.waitForURL('**/Desk/Today')
}

/** Scripts start when somebody uses the page. @param {Page} page */
export async function untilHydrated(page) {
  const used = () => {
    dispatchEvent(new Event('pointerdown'))
    return document.documentElement.dataset.hydrated !== undefined
  }
  await page.waitForFunction(used, null, { timeout: 30_000 })
}

/** Throws if the response has another status than the view's. @param {Page} page @param {Origins} origins @param {View} view @param {boolean} withScripts */
export async function show(page, origins, view, withScripts) {
  const answer = await page.goto(await buildUrl(origins, view))
  expectStatus(view, answer?.status())
  if (withScripts) await untilHydrated(page)
  await view.act?.(page)
  // An act may have sent a form, whose page is complete only now.
  await page.waitForLoadState('domcontentloaded')
}

/** The HTML of a view without `act`. Throws like show(). @param {APIRequestContext} request @param {Origins} origins @param {View} view */
export async function read(request, origins, view) {
  const answer = await request.get(await buildUrl(origins, view))
  expectStatus(view, answer.status())
  return answer.text()
}

/** @param {View} view @param {number | undefined} found */
function expectStatus({ name, status = 200 }, found) {
  if (found !== status) throw new Error(`${name}: ${found} instead of ${status}`)
}

/** @param {Origins} origins @param {View} view */
async function buildUrl(origins, { of = 'usual', at }) {
  return new URL(await findPath(origins[of], at), origins[of]).href
}

/** @param {string} origin @param {Place} place @returns {Promise<string>} */
async function findPath(origin, place) {
  if (typeof place === 'string') return place
  const html = await (await fetch(new URL(await findPath(origin, place.on), origin))).text()
  const href = [...html.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href)
    .find((href) => href.startsWith(place.link))
  if (!href) throw new Error(`No link to ${place.link} was found.`)
  return href.replaceAll('&amp;', '&')
}
