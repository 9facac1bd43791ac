// `npm run mails`: takes the pictures of docs/mails, one of each message, 600 px wide and light, and a few that are dark, on a
// phone or on paper.
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { runnerImport } from 'vite'
import { root } from './build.mjs'
import { ensureBrowser } from './browser.mjs'
import { aliases } from './driver.mjs'

/** @import { BrowserContextOptions } from 'playwright' */

const FOLDER = path.join(root, 'docs/mails')

/** @type {readonly [picture: string, of: string, look: BrowserContextOptions & { media?: 'print' }][]} */
const LOOKS = [
  ['dark-withdrawal-paid', 'withdrawal-paid', { colorScheme: 'dark' }],
  ['dark-alerts', 'alerts', { colorScheme: 'dark' }],
  ['phone-sign-in', 'sign-in', { viewport: { width: 360, height: 100 } }],
  ['print-confirm-address', 'confirm-address', { media: 'print' }],
]

process.env.SESSION_SECRET ??= 'x'.repeat(64)
process.env.DATA_KEY ??= '0'.repeat(64)
// No connection is made to this database.
process.env.EMBEDDED_DATABASE_URL ??= 'postgres://127.0.0.1:1/none'
const { module } = await runnerImport(path.join(root, 'tests/outreach/message-examples.ts'), {
  configFile: false,
  root,
  resolve: { alias: aliases() },
})
const examples = module.formatExamples()

fs.rmSync(FOLDER, { recursive: true, force: true })
fs.mkdirSync(FOLDER)
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })

/** @param {string} picture @param {string} html @param {(typeof LOOKS)[number][2]} [look] */
async function take(picture, html, { media, ...look } = {}) {
  const context = await browser.newContext({
    viewport: { width: 600, height: 100 },
    javaScriptEnabled: false,
    ...look,
  })
  const page = await context.newPage()
  if (media) await page.emulateMedia({ media })
  await page.setContent(html)
  const png = await page.screenshot({ fullPage: true })
  await sharp(png)
    .webp({ quality: 50, effort: 6 })
    .toFile(path.join(FOLDER, `${picture}.webp`))
  await context.close()
}

for (const { picture, html } of examples) await take(picture, html)
for (const [picture, of, look] of LOOKS)
  await take(
    picture,
    examples.find((/** @type {{ picture: string }} */ one) => one.picture === of).html,
    look,
  )
await browser.close()
const files = fs.readdirSync(FOLDER)
const bytes = files.reduce((sum, file) => sum + fs.statSync(path.join(FOLDER, file)).size, 0)
console.log(`${files.length} pictures were taken into docs/mails, ${Math.round(bytes / 1000)} kB.`)
