// `npm test`, and with --all `npm run test:all`, which adds the long ring (tests/support/rings.ts). TEST_RETRIES=1 (set by .ci/run)
// retries a failed test once and reports it as flaky if it then passes.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { startReaper } from './reaper.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { countPlaywright, countVitest, failure, strict } from './test-counts.mjs'

/** @import { TestCounts, TestFailure } from './types' */

const reports = path.resolve('.cache/test')
const isWhole = process.argv.includes('--all')
const retries = Number(process.env.TEST_RETRIES ?? 0)
const total = { passed: 0, failed: 0 }
/** What could not be checked on this machine, and why. @type {string[]} */
const skipped = []
const flaky = /** @type {TestFailure[]} */ ([])
const failures = /** @type {TestFailure[]} */ ([])
const files = /** @type {TestCounts['files']} */ ([])
const parts = /** @type {[title: string, seconds: number, busy: number][]} */ ([])

/** Time of all cores since the machine started. */
function readCores() {
  const times = os.cpus().map(({ times }) => times)
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) }
}

/** @template T @param {string} title @param {() => Promise<T>} work @returns {Promise<T>} */
async function timed(title, work) {
  const started = performance.now()
  const before = readCores()
  try {
    return await work()
  } finally {
    const { busy, all } = readCores()
    parts.push([title, (performance.now() - started) / 1000, (busy - before.busy) / (all - before.all || 1)])
  }
}

/** @param {string} title @param {{ passed: number, failed: number }} counts */
function add(title, { passed, failed }) {
  total.passed += passed
  total.failed += failed
  console.log(`\n== ${title}: ${passed} passed, ${failed} failed\n`)
}

/** @param {string} title @param {TestCounts} counts */
function addRun(title, counts) {
  const { passed, failed, failures: first, flaky: second } = retries ? counts : strict(counts)
  failures.push(...first)
  flaky.push(...second)
  files.push(...counts.files)
  add(title, { passed: passed + second.length, failed })
}

/** @param {string} title @param {() => unknown} work */
async function step(title, work) {
  try {
    await work()
    add(title, { passed: 1, failed: 0 })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(message)
    failures.push(failure(title, message))
    add(title, { passed: 0, failed: 1 })
  }
}

/** Tests set their own environment, so the server's variables are removed. */
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

/** Shows the output only on failure. @param {string} script @param {string[]} args */
async function mustPass(script, args) {
  const child = spawn(process.execPath, [path.join('node_modules', script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: testEnvironment(),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${output}${script} ended with ${code}`)
}

/** @param {string} file */
const readReport = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)

async function unitTests() {
  const file = path.join(reports, 'vitest.json')
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const projects = isWhole ? [] : ['--project=shared', '--project=isolated']
  const code = await run('vitest/vitest.mjs', ['run', `--retry=${retries}`, ...projects, ...outputs], {
    DEALDWAAR_SHOWN_DIR: path.join(reports, 'shown'),
  })
  return countVitest(readReport(file), code, process.cwd())
}

/** @param {string} browser */
async function browserTests(browser) {
  const file = path.join(reports, 'playwright.json')
  const code = await run('@playwright/test/cli.js', ['test', `--retries=${retries}`], {
    CHROMIUM_PATH: browser,
    TEST_RING: isWhole ? 'all' : 'short',
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    DEALDWAAR_SHOWN_DIR: path.join(reports, 'shown'),
  })
  return countPlaywright(readReport(file), code)
}

// Both check again only what a change concerns.
const TYPES = ['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/checks/types.tsbuildinfo']
const FORMATTING = ['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content']
FORMATTING.push('--cache-location', '.cache/checks/formatting', '.')

async function staticChecks() {
  const { ensureBuild } = await import('./build.mjs')
  await Promise.all([
    step('build', () => ensureBuild()),
    step('types', () => mustPass('typescript/bin/tsc', TYPES)),
    step('lint', () => mustPass('oxlint/bin/oxlint', ['--deny-warnings'])),
    step('formatting', () => mustPass('prettier/bin/prettier.cjs', FORMATTING)),
  ])
}

async function checkTexts() {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(path.resolve('tests/messages.check.ts'), { configFile: false })
  const { missingIn } = /** @type {typeof import('../tests/messages.check')} */ (module)
  const missing = missingIn(path.join(reports, 'shown'))
  if (missing.length)
    throw new Error(`No page has shown these texts of app/messages/:\n  ${missing.join('\n  ')}`)
}

/** The browser tests also read every page in these, if installed (tests/support/text-browsers.ts). */
function noteTextBrowsers() {
  for (const name of ['lynx', 'w3m'])
    if (spawnSync(name, ['-version']).error) skipped.push(`the pages in ${name}, which is not installed`)
}

function notePromtool() {
  if (spawnSync('promtool', ['--version']).error)
    skipped.push('ops/alerts.yml with promtool, which is not installed (Debian: prometheus)')
}

/** A script of ours that ends with 3 where this machine lacks what it needs. @param {string} title @param {string} script */
async function runScript(title, script) {
  const code = await run(`../scripts/${script}`, [])
  if (code === 3) skipped.push(`${title}: this machine lacks what scripts/${script} needs`)
  else {
    if (code !== 0) failures.push(failure(title, 'Its messages are above.'))
    add(title, { passed: Number(code === 0), failed: Number(code !== 0) })
  }
}

/** @param {string} title @param {TestFailure[]} found */
function list(title, found) {
  if (found.length) console.log(title)
  for (const { test, error } of found) console.log(`  ${[test, ...error.split('\n')].join('\n    ')}`)
}

startReaper()
stopWithNpm()
try {
  await ensureInstalled(console.log)
  fs.rmSync(reports, { recursive: true, force: true })
  fs.mkdirSync(reports, { recursive: true })
  const { ensureBrowser } = await import('./browser.mjs')
  await timed('build, types, lint and formatting', staticChecks)
  addRun('unit, domain and route tests', await timed('unit, domain and route tests', unitTests))
  const browser = await ensureBrowser().catch((error) => console.error(error.message))
  const inBrowser = () => (browser ? browserTests(browser) : Promise.resolve(countPlaywright(undefined, 1)))
  addRun('browser tests', await timed('browser tests', inBrowser))
  if (isWhole) {
    await step('texts shown', checkTexts)
    await timed('W3C checker', () => runScript('W3C checker', 'check-html.mjs'))
    await timed('the documents', () => runScript('the commands of the documents', 'documents.mjs'))
  } else skipped.push('the long ring: npm run test:all')
  noteTextBrowsers()
  notePromtool()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message)
  failures.push(failure('scripts/test.mjs', message))
  total.failed++
}
process.exitCode = total.failed ? 1 : 0
console.log('The parts, in seconds:')
for (const [title, seconds, busy] of parts)
  console.log(`${seconds.toFixed(0).padStart(7)}  ${title}, cores ${(busy * 100).toFixed(0)} % busy`)
console.log('The slowest files, in seconds:')
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
  console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
list('Failed:', failures)
list('Flaky, passed when tried again:', flaky)
// The format of the last line is stable.
for (const what of skipped) console.log(`Skipped: ${what}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
