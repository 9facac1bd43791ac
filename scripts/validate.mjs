/**
 * `npm run validate`: the W3C checker over the HTML of every page and dialog, as it is served to a guest and to somebody
 * signed in, with the demo's data. The checker is a Java program; npx fetches it, or VNU_JAR names a copy.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withDemo } from './demo-server.mjs'
import { show, signIn, views } from './pages.mjs'

/** @param {string} folder @param {string} origin @param {import('playwright').Browser} browser */
async function savePages(folder, origin, browser) {
  for (const member of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    /** @type {Promise<string>} */
    let last = Promise.resolve('')
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && !response.headers().location) last = response.text()
    })
    if (member) await signIn(page, origin)
    // A panel is in the page whether it is open or not; and a page for everybody looks different to a member.
    const seen = views.filter(
      (view) => !view.only && (member || !view.member) && (view.member || !member || !view.act),
    )
    for (const view of seen) {
      await show(page, origin, view, false)
      fs.writeFileSync(path.join(folder, `${view.name}${member ? '-member' : ''}.html`), await last)
    }
    await context.close()
  }
}

/** Its messages, one a line; empty when all is well. @param {string[]} files */
function check(files) {
  // React closes void elements with a slash; that is allowed, and the checker's only remark.
  const args = [
    '--format',
    'gnu',
    '--stdout',
    '--filterpattern',
    '.*Trailing slash on void elements.*',
    ...files,
  ]
  const jar = process.env.VNU_JAR
  const { error, status, stdout, stderr } = jar
    ? spawnSync('java', ['-jar', jar, ...args], { encoding: 'utf8' })
    : spawnSync('npx', ['--yes', 'vnu-jar', ...args], { encoding: 'utf8' })
  if (error || (status !== 0 && !stdout)) throw error ?? new Error(`The checker did not run: ${stderr}`)
  return stdout.trim()
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-validate-'))
try {
  await withDemo((origin, browser) => savePages(folder, origin, browser))
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
