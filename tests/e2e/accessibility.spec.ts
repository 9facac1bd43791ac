// axe (WCAG 2.2 A and AA) on every page state, in two widths and colour schemes. axe cannot run without scripts; there,
// dialogs and panels must open and close by links and buttons, and pages must fit a phone and read well in text browsers.
import type postgres from 'postgres'
import { isForWidth, visitors } from '../../scripts/pages.mjs'
import { show } from '../../scripts/visit-page.mjs'
import type { Origins, View } from '../../scripts/types'
import { troubledUrl } from '../../scripts/trouble.mjs'
import { OPEN, findViolations } from '../support/axe'
import { findDumpProblems } from '../support/text-browsers'
import { findReadingProblems } from '../support/reading'
import { demoEnvironment } from '../support/e2e-setup'
import { expect, test as base, type Page, type Server } from '../support/e2e'
import { startServer, type TestServer } from '../support/servers'
import { signInAtDesk } from './desk-session'
import { belowHeader, cutOff, lowTargets, setTextSize } from './layout'
import { signInDemo } from './members'

interface Fixtures {
  /** Starts the servers that the views need beside the usual one; they stop with the test. */
  originsOf: (group: View[]) => Promise<Origins>
}

const test = base.extend<Fixtures>({
  originsOf: async ({ server: { origin, databaseUrl } }, give) => {
    const others: TestServer[] = []
    await give(async (group) => {
      if (group.some(isElsewhere)) {
        const development = { ...demoEnvironment(databaseUrl), NODE_ENV: 'development' }
        const trouble = demoEnvironment(await troubledUrl(databaseUrl))
        others.push(...(await Promise.all([development, trouble].map((env) => startServer({ env })))))
      }
      const [development, trouble] = others
      return { usual: origin, development: development?.origin ?? '', trouble: trouble?.origin ?? '' }
    })
    await Promise.all(others.map((other) => other.stop()))
  },
})

// Pages with status 404, 500 or 503 log a console error.
test.use({ expectedProblems: [/404|500|503/], contextOptions: { reducedMotion: 'reduce' } })

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }
/** Small phones and enlarged text (WCAG 1.4.4, 1.4.10). */
const LARGE = [
  { width: 320, text: 100 },
  { width: 360, text: 130 },
  { width: 360, text: 200 },
]
/** Colour tokens do not depend on the width, so each scheme is checked in one width only. */
const LOOKS = [
  { ...PHONE, colorScheme: 'light' },
  { ...DESKTOP, colorScheme: 'dark' },
] as const

/** Groups of views, each a test: small enough to balance the workers, with one sign-in each. */
const GROUPS: [title: string, views: View[]][] = visitors.flatMap(({ member, desk, person, views }, at) =>
  desk
    ? inParts('an operator', views, 2)
    : !member
      ? [
          ...inParts(
            'a guest',
            views.filter((view) => !isElsewhere(view)),
            6,
          ),
          ['servers in trouble and in development', views.filter(isElsewhere)] satisfies [string, View[]],
        ]
      : !person
        ? inParts('somebody signed in', views, 2)
        : [[`a name that is hard on the layout, ${at}`, views] satisfies [string, View[]]],
)

function isElsewhere({ of = 'usual' }: View): boolean {
  return of !== 'usual'
}

function inParts(title: string, all: View[], parts: number): [string, View[]][] {
  return Array.from({ length: parts }, (_, part) => [
    `${title}, part ${part + 1}`,
    all.filter((_view, i) => i % parts === part),
  ])
}

test('axe reports violations in the page, or only in an open dialog', async ({ page, withScripts }) => {
  test.skip(!withScripts, 'axe is a script')
  const html = '<html lang="en"><title>A page</title><main><img src="x.png"></main>'
  await page.setContent(html)
  expect(await findViolations(page)).toEqual([expect.stringContaining('image-alt: <img src="x.png">')])
  await page.setContent(`${html}<dialog open aria-label="Pale"><p style="color: #ccc">Pale words`)
  expect(await findViolations(page)).toEqual([expect.stringContaining('color-contrast: <p style')])
})

/** All views of a group are of one person. */
async function signIn(
  page: Page,
  server: Server,
  sql: postgres.Sql,
  { member, desk, person }: View,
): Promise<void> {
  if (member) await signInDemo(page, server, sql, person?.phone_number)
  if (desk) await signInAtDesk(page, server, sql)
}

for (const [title, group] of GROUPS)
  test(`axe reports no violations: ${title}`, async ({ page, server, sql, originsOf, withScripts }) => {
    test.skip(!withScripts, 'axe is a script')
    page.setDefaultTimeout(30_000)
    const origins = await originsOf(group)
    await signIn(page, server, sql, group[0]!)
    for (const [at, view] of group.entries()) {
      const looks = LOOKS.filter(({ width }) => isForWidth(view, width))
      for (const [i, { colorScheme, ...size }] of looks.entries()) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        if (i === 0) await show(page, origins, view, true)
        // Reset the scroll position of the narrower width.
        else await page.evaluate(() => scrollTo(0, 0))
        if (i === 0) expect.soft(await belowHeader(page), `${view.name}: clear of the header`).toEqual([])
        // An act may change the frame.
        const frame = at === 0 || view.act !== undefined
        expect
          .soft(await findViolations(page, { frame }), `${view.name}, ${size.width}, ${colorScheme}`)
          .toEqual([])
      }
    }
  })

for (const [title, group] of GROUPS)
  test(`controls work without scripts and fit a phone: ${title}`, async ({
    page,
    server,
    sql,
    originsOf,
    withScripts,
  }) => {
    test.skip(withScripts, 'for axe to look at')
    page.setDefaultTimeout(30_000)
    await page.setViewportSize(PHONE)
    const origins = await originsOf(group)
    await signIn(page, server, sql, group[0]!)
    for (const view of group) {
      const onPhone = isForWidth(view, PHONE.width)
      await page.setViewportSize(onPhone ? PHONE : DESKTOP)
      await show(page, origins, view, false)
      const html = await page.content()
      expect.soft(findReadingProblems(html), `${view.name} reads well without styles`).toEqual([])
      expect.soft(findDumpProblems(html), `${view.name} reads well in text browsers`).toEqual([])
      expect.soft(await cutOff(page), `${view.name} is no wider than the screen`).toEqual([])
      expect.soft(await lowTargets(page), `${view.name} has targets of 44 px`).toEqual([])
      for (const { width, text } of onPhone ? LARGE : []) {
        await page.setViewportSize({ ...PHONE, width })
        await setTextSize(page, text)
        expect.soft(await cutOff(page), `${view.name}, ${width} px, text at ${text} %`).toEqual([])
      }
      await closes(page, view.name)
    }
  })

async function closes(page: Page, name: string): Promise<void> {
  const open = page.locator(OPEN)
  const count = await open.count()
  if (!count) return
  expect(count, `${name} opens one thing at a time`).toBe(1)
  const id = (await open.getAttribute('id'))!
  await expect(open, name).toHaveAccessibleName(/\S/)
  await open
    .getByRole('link', { name: 'Close' })
    .or(open.getByRole('button', { name: 'Close' }))
    .click()
  await expect(page.locator(`#${id}:is(dialog[open], :popover-open)`), name).toHaveCount(0)
}
