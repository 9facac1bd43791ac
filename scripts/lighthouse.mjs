// `npm run lighthouse`: the medians of runs (`-- --runs 5`) of each page (`-- --only home,deals`) on a slow phone, as it is and with its
// scripts started by force. `-- --applied` slows the network down instead of computing it. Installs Lighthouse into scripts/lighthouse.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './browser.mjs'
import { withDemo } from './demo-server.mjs'
import { listFailures, readFigures, computeMedians, formatTable } from './lighthouse-table.mjs'

/** @import { LighthouseFigures } from './types' */

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    applied: { type: 'boolean', default: false },
  },
})

/** @type {[name: string, path: string][]} */
const PAGES = [
  ['home', '/'],
  ['category', '/CouponFilters/Electronics'],
  ['offers of a store', '/Offers/voltwala'],
  ['detail', '/CouponsDetails/Mithai boxes delivered across India'],
  ['deals', '/Deals'],
  ['coupons', '/Coupontopcodes'],
  ['stores', '/TopStores'],
  ['how it works', '/HowitWorks'],
  ['contact', '/ContactUs'],
  ['sign in', '/Deals?dialog=sign-in'],
]

/** Lighthouse computes the slow network from a fast run, or lets the browser apply it. */
const throttlingMethod = options.applied ? 'devtools' : 'simulate'

const folder = path.resolve('scripts/lighthouse')

/** @param {string} file of the folder's packages */
const load = (file) => import(pathToFileURL(path.join(folder, 'node_modules', file)).href)

/** @param {string} file */
function readJson(file) {
  const found = path.join(folder, file)
  return fs.existsSync(found) ? JSON.parse(fs.readFileSync(found, 'utf8')) : undefined
}

function install() {
  const wanted = readJson('package.json').dependencies.lighthouse
  if (readJson('node_modules/lighthouse/package.json')?.version === wanted) return
  console.log('Installing Lighthouse ...')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', folder], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0)
    throw new Error(`npm ci failed:\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`)
}

/** Runs in the page: what a visitor's first touch does (app/components/document/start.ts). */
const touch = () => addEventListener('load', () => dispatchEvent(new Event('pointerdown')))

/** @param {any} browser of puppeteer @param {any} lighthouse @param {string} url @param {boolean} isForced @param {number} [attempts] @returns {Promise<{ figures: LighthouseFigures, failures: string[] }>} */
async function measure(browser, lighthouse, url, isForced, attempts = 3) {
  const page = await browser.newPage()
  try {
    if (isForced) await page.evaluateOnNewDocument(touch)
    const { lhr } = await lighthouse(
      url,
      { logLevel: 'error', output: 'json', throttlingMethod },
      undefined,
      page,
    )
    // The browser sometimes loses the start of a trace.
    if (lhr.runtimeError?.code === 'NO_NAVSTART' && attempts > 1)
      return await measure(browser, lighthouse, url, isForced, attempts - 1)
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    return { figures: readFigures(lhr), failures: listFailures(lhr) }
  } finally {
    await page.close()
  }
}

try {
  await withDemo(async ({ usual }) => {
    install()
    const { default: lighthouse } = await load('lighthouse/core/index.js')
    const { default: puppeteer } = await load('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')
    const browser = await puppeteer.launch({
      executablePath: await ensureBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
    try {
      const rows = []
      /** @type {Set<string>} */
      const failures = new Set()
      const selected = PAGES.filter(([name]) => options.only.split(',').some((part) => name.includes(part)))
      for (const [name, address] of selected) {
        const url = new URL(address, usual).href
        /** @type {Record<'plain' | 'forced', LighthouseFigures[]>} */
        const runs = { plain: [], forced: [] }
        // By turns, so that other load of the machine falls on all pages.
        for (let run = 0; run < Number(options.runs); run++) {
          for (const kind of /** @type {const} */ (['plain', 'forced'])) {
            const found = await measure(browser, lighthouse, url, kind === 'forced')
            runs[kind].push(found.figures)
            for (const failure of found.failures) failures.add(`${name}: ${failure}`)
          }
        }
        const { plain, forced } = runs
        const row = {
          page: name,
          plain: computeMedians(plain),
          forced: computeMedians(forced),
        }
        console.log(formatTable([row]).split('\n').at(-1))
        rows.push(row)
      }
      console.log(`\n${formatTable(rows)}\n\nFailed: ${[...failures].join(', ') || 'nothing'}`)
    } finally {
      await browser.close()
    }
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
