// `npm test`, and with --all `npm run test:all`, which adds the long ring (tests/support/rings.ts). TEST_RETRIES=1 (set by .ci/run)
// retries a failed test once and reports it as flaky if it then passes.
import { execFile, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { startReaper } from './reaper.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { countPlaywright, countVitest } from './test-counts.mjs'
import { addFailure, addRun, printReport, skipped, step, timed } from './test-report.mjs'

const reports = path.resolve('.cache/test')
const isWhole = process.argv.includes('--all')
const retries = Number(process.env.TEST_RETRIES ?? 0)
/** Where the tests of all rings record what pages show, for checkTexts(). @type {Record<string, string>} */
const recording = isWhole ? { DEALDWAAR_SHOWN_DIR: path.join(reports, 'shown') } : {}

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
  const options = { env: testEnvironment(), maxBuffer: Infinity }
  const running = promisify(execFile)(process.execPath, [path.join('node_modules', script), ...args], options)
  await running.catch(({ stdout, stderr, code }) => {
    throw new Error(`${stdout}${stderr}${script} ended with ${code}`)
  })
}

/** @param {string} file */
const readReport = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)

async function unitTests() {
  const file = path.join(reports, 'vitest.json')
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const projects = isWhole ? [] : ['--project=shared', '--project=isolated']
  const words = ['run', `--retry=${retries}`, ...projects, ...outputs]
  const code = await run('vitest/vitest.mjs', words, recording)
  return countVitest(readReport(file), code, process.cwd())
}

/** @param {string} browser */
async function browserTests(browser) {
  const file = path.join(reports, 'playwright.json')
  const code = await run('@playwright/test/cli.js', ['test', `--retries=${retries}`], {
    CHROMIUM_PATH: browser,
    TEST_RING: isWhole ? 'all' : 'short',
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...recording,
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

/** What some tests do only where the program is installed. */
const OPTIONAL = {
  lynx: 'the pages in lynx, which is not installed',
  w3m: 'the pages in w3m, which is not installed',
  promtool: 'ops/alerts.yml with promtool, which is not installed (Debian: prometheus)',
}

/** A script of ours that ends with 3 where this machine lacks what it needs. @param {string} title @param {string} script */
async function runScript(title, script) {
  const code = await timed(title, () => run(`../scripts/${script}`, []))
  if (code === 3) return void skipped.push(`${title}: this machine lacks what scripts/${script} needs`)
  await step(title, () => {
    if (code !== 0) throw new Error('Its messages are above.')
  })
}

startReaper()
stopWithNpm()
try {
  await ensureInstalled(console.log)
  fs.rmSync(reports, { recursive: true, force: true })
  fs.mkdirSync(reports, { recursive: true })
  const { ensureBrowser } = await import('./browser.mjs')
  await timed('build, types, lint and formatting', staticChecks)
  addRun('unit, domain and route tests', await timed('unit, domain and route tests', unitTests), retries)
  const browser = await ensureBrowser().catch((error) => console.error(error.message))
  const inBrowser = () => (browser ? browserTests(browser) : Promise.resolve(countPlaywright(undefined, 1)))
  addRun('browser tests', await timed('browser tests', inBrowser), retries)
  if (isWhole) {
    await step('texts shown', checkTexts)
    await runScript('W3C checker', 'check-html.mjs')
    await runScript('the commands of the documents', 'documents.mjs')
    await runScript('the recipes', 'recipes.mjs')
  } else skipped.push('the long ring: npm run test:all')
  for (const [program, what] of Object.entries(OPTIONAL))
    if (spawnSync(program, ['--version']).error) skipped.push(what)
} catch (error) {
  addFailure('scripts/test.mjs', error)
}
process.exitCode = printReport() ? 0 : 1
