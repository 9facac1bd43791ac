/**
 * `npm test`: everything, from a fresh clone. Formatting and lint, types, build, vitest, browser tests, the list of texts
 * that no page has shown, and the W3C checker where there is Java. The last line is `N passed, N failed`, summed from the runners' own reports.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'

const reports = path.resolve('.cache/test')
const total = { passed: 0, failed: 0, skipped: 0 }

/** @param {string} title @param {{ passed: number, failed: number }} counts */
function add(title, { passed, failed }) {
  total.passed += passed
  total.failed += failed
  console.log(`\n== ${title}: ${passed} passed, ${failed} failed\n`)
}

/** One step that counts as one test. @param {string} title @param {() => unknown} work */
async function step(title, work) {
  try {
    await work()
    add(title, { passed: 1, failed: 0 })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    add(title, { passed: 0, failed: 1 })
  }
}

/** The tests choose their own environment: what is set for a server here stays out. */
function testEnvironment() {
  const env = { ...process.env }
  for (const [, name] of fs.readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm))
    delete env[/** @type {string} */ (name)]
  return env
}

/** @param {string} script @param {string[]} args @param {Record<string, string>} [more] @returns {Promise<number>} */
function run(script, args, more = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join('node_modules', script), ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...testEnvironment(), ...more },
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** @param {string} script @param {string[]} args */
async function mustPass(script, args) {
  const code = await run(script, args)
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

/** Counts of a runner's report; a runner that left none, ran nothing or failed without saying where has failed.
 * @param {string} file @param {number} code @param {(report: any) => { passed: number, failed: number }} count */
function counted(file, code, count) {
  const counts = fs.existsSync(file)
    ? count(JSON.parse(fs.readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 }
  const silent = counts.passed + counts.failed === 0 || (code !== 0 && counts.failed === 0)
  return silent ? { ...counts, failed: counts.failed + 1 } : counts
}

async function unitTests() {
  const file = path.join(reports, 'vitest.json')
  const code = await run(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { DEALDWAAR_SHOWN_DIR: path.join(reports, 'shown') },
  )
  return counted(file, code, (report) => ({
    passed: report.numPassedTests,
    // A file that does not even load has no failed tests of its own.
    failed:
      report.numFailedTests +
      report.testResults.filter(
        (/** @type {any} */ one) => one.status === 'failed' && !one.assertionResults.some(isFailed),
      ).length,
  }))
}

const isFailed = (/** @type {{ status: string }} */ result) => result.status === 'failed'

/** @param {string} browser */
async function browserTests(browser) {
  const file = path.join(reports, 'playwright.json')
  const code = await run('@playwright/test/cli.js', ['test'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    DEALDWAAR_SHOWN_DIR: path.join(reports, 'shown'),
  })
  return counted(file, code, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }))
}

async function checkTexts() {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(path.resolve('tests/messages.check.ts'), { configFile: false })
  const { missingIn } = /** @type {typeof import('../tests/messages.check')} */ (module)
  const missing = missingIn(path.join(reports, 'shown'))
  if (missing.length)
    throw new Error(`No page has shown these texts of messages.ts:\n  ${missing.join('\n  ')}`)
}

/** The W3C checker needs Java; where there is none it is skipped, and the line above the sum says so. */
async function checkHtml() {
  const code = await run('../scripts/check-html.mjs', [])
  if (code === 3) total.skipped++
  else add('W3C checker', code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

try {
  ensureInstalled(console.log)
  fs.rmSync(reports, { recursive: true, force: true })
  fs.mkdirSync(reports, { recursive: true })
  const { ensureBuild } = await import('./build.mjs')
  const { ensureBrowser } = await import('./browser.mjs')
  await step('formatting and lint', async () => {
    await mustPass('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'])
    await mustPass('oxlint/bin/oxlint', ['--deny-warnings'])
  })
  await step('types', () => mustPass('typescript/bin/tsc', ['--noEmit']))
  await step('build', () => ensureBuild())
  add('unit, domain and route tests', await unitTests())
  const browser = await ensureBrowser().catch((error) => console.error(error.message))
  add('browser tests', browser ? await browserTests(browser) : { passed: 0, failed: 1 })
  await step('texts shown', checkTexts)
  await checkHtml()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  total.failed++
}
process.exitCode = total.failed ? 1 : 0
// The last line is the sum, in a form that never changes.
if (total.skipped) console.log(`${total.skipped} skipped: the W3C checker, for want of Java`)
console.log(`${total.passed} passed, ${total.failed} failed`)
