// A page that something else has changed is never hydrated: React would throw it away, with what was typed in it.
import { views } from '../../scripts/pages.mjs'
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { signInDemo } from './members'

test.skip(({ withScripts }) => !withScripts, 'about scripts')

/** As the translations of browsers do it. */
function translate() {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walk.nextNode()) {
    const text = walk.currentNode as Text
    if (/\S/.test(text.data) && !text.parentElement!.closest('script, style, font')) texts.push(text)
  }
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = `XX ${text.data}`
    outer.append(inner)
    text.replaceWith(outer)
  }
}

type Change = [what: string, change: () => unknown]

const CHANGES: Change[] = [
  ['a translation', translate],
  ['a changed heading', () => (document.querySelector('h1, h2')!.textContent = 'XX')],
  ['a removed element', () => document.querySelector('footer a')!.remove()],
]

const OTHER_CHANGES: Change[] = [
  ['another title', () => (document.title = 'XX')],
  ['an element before others in head', () => document.head.prepend(document.createElement('meta'))],
  ['an element before others in body', () => document.body.prepend(document.createElement('div'))],
  ['an element beside body', () => document.documentElement.append(document.createElement('div'))],
]

/** Uses the page, and waits until its scripts have decided. */
async function start(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('pointerdown')))
  // Remix has taken the data, which is the last thing before.
  await page.waitForFunction(
    () => '__remixContext' in window && !(window.__remixContext as { stream?: unknown }).stream,
  )
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
}

const FIELD =
  'form[method=post] input:is([name=username], [name=email], [name=phone_number], [name=upi], [type=password])'

/** Names of views with a form to type in. */
const WITH_FORM = `home sign-in sign-up otp-sign-in forgot-password sign-up-page flex
  edit-details change-password edit-upi`.split(/\s+/)

async function expectPlain(page: Page, address: string, [what, change]: Change): Promise<void> {
  // Dialogs start scripts at once.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/entry.client-*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(address)
  const field = page.locator(FIELD).and(page.locator(':visible')).first()
  await page.evaluate(change)
  await field.fill('Asha Rao')
  release()
  await start(page)
  await page.unrouteAll({ behavior: 'wait' })
  const hydration = page.evaluate(() => document.documentElement.dataset.hydrated)
  expect(await hydration, `${address} with ${what}`).toBeUndefined()
  await expect(field).toHaveValue('Asha Rao')
}

for (const { name, at, member } of views.filter((view) => WITH_FORM.includes(view.name)))
  test(`a page with a form is not hydrated once it has changed, and keeps what is typed: ${name}`, async ({
    page,
    server,
    sql,
  }) => {
    if (member) await signInDemo(page, server, sql)
    for (const change of CHANGES) await expectPlain(page, at as string, change)
  })

test('a page is not hydrated if its title or elements have changed', async ({ page }) => {
  for (const change of OTHER_CHANGES) await expectPlain(page, '/Singup', change)
})

const HARMLESS: Change[] = [
  ['an attribute of html', () => document.documentElement.setAttribute('class', 'translated-ltr')],
  ['an element at the end of body', () => document.body.append(document.createElement('div'))],
  ['an element at the end of head', () => document.head.append(document.createElement('meta'))],
  [
    'a filled field',
    () => (document.querySelector<HTMLInputElement>('#newsletter [name=email]')!.value = 'a'),
  ],
  ['the countdown', () => (document.querySelector('flash-sale time')!.textContent = '00:00:01')],
]

for (const [what, change] of HARMLESS)
  test(`a page is hydrated with ${what}`, async ({ page }) => {
    await page.goto('/')
    await page.evaluate(change)
    await waitForScripts(page)
  })

test('a form of a page that is translated after hydration keeps its text and is accepted', async ({
  page,
}) => {
  for (const address of ['/Singup', '/?dialog=sign-up', '/?dialog=forgot-password', '/Flexpage']) {
    await open(page, address)
    const field = page.locator(FIELD).first()
    await field.fill('Asha Rao')
    await page.evaluate(translate)
    await expect(field).toHaveValue('Asha Rao')
    await field.press('Enter')
    await expect(page.locator(':is(main, dialog) [aria-invalid=true]').first()).toBeVisible()
    await expect(field).toHaveValue('Asha Rao')
  }
})
