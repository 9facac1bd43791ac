// `npm run check:html`: the W3C checker over every page and dialog, as a guest and as a member, with the demo's data. VNU_JAR
// names a local copy of the checker. Exits with 3 if there is no Java, so that `npm test` can report the check as skipped.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withDemo } from './demo-server.mjs'
import { views } from './pages.mjs'
import { read, show, signIn, signInAtDesk, untilHydrated } from './visit-page.mjs'

/** @import { Browser } from 'playwright' @import { Origins } from './types' */

/** @param {string} folder @param {Origins} origins @param {Browser} browser */
async function savePages(folder, origins, browser) {
  for (const { member, desk } of [{ member: false }, { member: true }, { member: false, desk: true }]) {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origins.usual })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    let last = Promise.resolve('')
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && !response.headers().location) last = response.text()
    })
    if (member) await signIn(page, origins.usual)
    if (desk) await signInAtDesk(page, origins.usual)
    // Panels are in the HTML whether open or not; pages for everybody look different to a member.
    const seen = views.filter(
      (view) =>
        !view.only &&
        !view.person &&
        Boolean(view.desk) === Boolean(desk) &&
        (member || !view.member) &&
        (view.member || !member || !view.act),
    )
    for (const view of seen) {
      if (view.act) await show(page, origins, view, false)
      // Pages that need no form are fetched without a browser, which would take most of the time.
      const html = view.act ? await last : await read(context.request, origins, view)
      fs.writeFileSync(path.join(folder, `${view.name}${member ? '-member' : ''}.html`), asMediaQueries(html))
    }
    await context.close()
  }
}

/** What the service worker shows offline. @param {string} folder @param {Origins} origins @param {Browser} browser */
async function saveOfflinePage(folder, origins, browser) {
  const context = await browser.newContext({ baseURL: origins.usual })
  const page = await context.newPage()
  await page.goto('/Aboutus')
  await untilHydrated(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.setOffline(true)
  const answer = await page.goto('/Contactus')
  if (!answer?.fromServiceWorker()) throw new Error('The service worker did not answer.')
  fs.writeFileSync(path.join(folder, 'offline.html'), asMediaQueries(await answer.text()))
  await context.close()
}

/** The checker's CSS parser knows no container queries; as media queries their rules are still checked. @param {string} html */
const asMediaQueries = (html) =>
  html.replaceAll('container-type:inline-size', '').replaceAll('@container (', '@media (')

/** Skips the install script of vnu-jar, which would download a Java. */
function findChecker() {
  if (process.env.VNU_JAR) return process.env.VNU_JAR
  const print = `const { resolve } = require('node:path'); const [bin] = process.env.PATH.split(':')
    process.stdout.write(String(require(resolve(bin, '../vnu-jar'))))`
  const args = ['exec', '--yes', '--ignore-scripts', '--package=vnu-jar@26.9.27', '--', 'node', '-e', print]
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', cwd: os.tmpdir() })
  if (status !== 0) throw new Error(`npm could not fetch vnu-jar: ${stderr}`)
  return stdout
}

/** For a short run: one compiler and one collector. The first compiler's code needs a larger stack for the checker's schemas. */
const JVM = ['-Xss4m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Returns the messages, one per line; empty if all files are valid. @param {string[]} files */
function check(files) {
  // React closes void elements with a slash, which is valid.
  const remark = '.*Trailing slash on void elements.*'
  const args = [
    ...JVM,
    '-jar',
    findChecker(),
    '--format',
    'gnu',
    '--stdout',
    '--filterpattern',
    remark,
    ...files,
  ]
  const { error, status, stdout, stderr } = spawnSync('java', args, { encoding: 'utf8' })
  if (error || (status !== 0 && !stdout)) throw error ?? new Error(`The checker did not run: ${stderr}`)
  return stdout.trim()
}

if (spawnSync('java', ['-version']).status !== 0) {
  console.error('The W3C checker needs Java, and there is none.')
  process.exit(3)
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-html-'))
try {
  await withDemo(async (origins, browser) => {
    await savePages(folder, origins, browser)
    await saveOfflinePage(folder, origins, browser)
  })
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name))
  const found = check(files)
  if (found) throw new Error(found.replaceAll(`file:${folder}${path.sep}`, '').replaceAll(`"`, ''))
  console.log(`${files.length} pages are valid.`)
  fs.rmSync(folder, { recursive: true, force: true })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`The pages are in ${folder}.`)
  process.exitCode = 1
}
