// `npm run screens`: `--scripts off` disables JavaScript; `--only a,b` takes the views whose name contains a or b; `--against FOLDER`
// lists where the pictures differ from those of another build.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withDemo } from './demo-server.mjs'
import { compareFolders } from './picture-difference.mjs'
import { isForWidth, visitors } from './pages.mjs'
import { show, signIn, signInAtDesk } from './visit-page.mjs'

/** @import { Page } from 'playwright' @import { Origins, View } from './types' */

const { values: options } = parseArgs({
  options: {
    scripts: { type: 'string', default: 'on' },
    only: { type: 'string', default: '' },
    against: { type: 'string' },
  },
})
const withScripts = options.scripts !== 'off'
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const LOOKS = SIZES.flatMap((size) =>
  /** @type {const} */ (['light', 'dark']).map((colorScheme) => ({ ...size, colorScheme })),
)

const taken = /** @type {string[]} */ ([])

/** @param {Page} page @param {Origins} origins @param {View} view @param {string} look */
async function shoot(page, origins, view, look) {
  await show(page, origins, view, withScripts)
  // Lazy images below the fold would be missing.
  await page.evaluate(() =>
    Promise.all(
      Array.from(document.images, (image) => {
        image.loading = 'eager'
        return image.decode().catch(() => {})
      }),
    ),
  )
  await page.evaluate(() => scrollTo(0, 0))
  // An open dialog or popover is as tall as the window.
  const fullPage = !(await page.locator('dialog[open], :popover-open').count())
  const name = `${view.name}-${look}.png`
  await page.screenshot({ path: path.join('screens', name), fullPage })
  taken.push(name)
}

try {
  if (options.against && !fs.existsSync(options.against))
    throw new Error(`There is no folder ${options.against}`)
  if (options.against && path.resolve(options.against) === path.resolve('screens'))
    throw new Error('--against is the folder of another build, for example a copy of screens/')
  await withDemo(async (origins, browser) => {
    for (const { width, height, colorScheme } of LOOKS)
      for (const { member, desk, person, views } of visitors) {
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme,
          javaScriptEnabled: withScripts,
          reducedMotion: 'reduce',
          locale: 'en-IN',
          timezoneId: 'Asia/Kolkata',
        })
        const page = await context.newPage()
        page.setDefaultTimeout(10_000)
        if (member) await signIn(page, origins.usual, person)
        if (desk) await signInAtDesk(page, origins.usual)
        const look = `${width}-${colorScheme}${withScripts ? '' : '-no-scripts'}`
        for (const view of views)
          if (options.only.split(',').some((part) => view.name.includes(part)) && isForWidth(view, width))
            await shoot(page, origins, view, look).catch((error) => {
              console.error(`${view.name}-${look}: ${error.message}`)
              process.exitCode = 1
            })
        await context.close()
      }
  })
  console.log(`${taken.length} pictures were taken into screens/.`)
  if (options.against) {
    const { compared, differences } = await compareFolders(taken, options.against, 'screens')
    console.log([`${differences.length} of ${compared} pictures differ.`, ...differences].join('\n'))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
