// `npm run compare -- BUILD`: the pages of this tree beside those of another build (the folder build/ of a checkout), on one database.
import path from 'node:path'
import { withDemo } from './demo-server.mjs'
import { visitors } from './pages.mjs'
import { read, signIn, signInAtDesk } from './visit-page.mjs'

/** @import { View } from './types' */

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder of the other build.')
const other = path.resolve(folder)

/** What differs in every build, in every answer, or by the clock. @type {[RegExp, string][]} */
const NOISE = [
  [/<script\b[^>]*>[\s\S]*?<\/script>/g, ''],
  [/<link\b[^>]*rel="modulepreload"[^>]*>/g, ''],
  [/\/assets\/[\w.$-]+/g, '/assets/FILE'],
  [/localhost(?::|%3A)\d+/g, 'ORIGIN'],
  [/(name="(?:csrf|key|request_key|version)" value=")[^"]*/g, '$1'],
  [/Drafts\/[\w-]+/g, 'Drafts/ID'],
]
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/g

/** @param {string} html */
const normalize = (html) => NOISE.reduce((text, [noise, put]) => text.replace(noise, put), html)

/** Declarations with their selectors and what is around them, without their order. @param {string} html */
function listRules(html) {
  const css = [...html.matchAll(STYLE)].map(([, text = '']) => text).join('')
  const rules = new Set()
  /** @type {string[]} */
  const around = []
  for (const [, before = '', sign] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '{') around.push(before.trim())
    else {
      if (before.trim()) rules.add([...around, before.trim()].join(' | '))
      if (sign === '}') around.pop()
    }
  }
  return rules
}

/** The first place where two texts differ. @param {string} one @param {string} two */
function showDifference(one, two) {
  let at = 0
  while (at < one.length && one[at] === two[at]) at++
  const cut = (/** @type {string} */ text) => text.slice(Math.max(0, at - 60), at + 100).replaceAll('\n', ' ')
  return `\n    here:  ${cut(one)}\n    there: ${cut(two)}`
}

let pages = 0
/** @type {string[]} */
const different = []
const here = new Set()
const there = new Set()

await withDemo(async (origins, browser, start) => {
  const before = { ...origins, usual: await start(other) }
  for (const visitor of visitors) {
    const context = await browser.newContext()
    const page = await context.newPage()
    if (visitor.member) await signIn(page, origins.usual, visitor.person)
    if (visitor.desk) await signInAtDesk(page, origins.usual)
    const views = new Map(
      visitor.views
        .filter((view) => !view.of || view.of === 'usual')
        .map((view) => [JSON.stringify(view.at), view]),
    )
    for (const view of views.values()) {
      const found = await Promise.all([origins, before].map((from) => read(context.request, from, view)))
      const [one = '', two = ''] = found.map((html) => normalize(html.replace(STYLE, '')))
      for (const rule of listRules(found[0] ?? '')) here.add(rule)
      for (const rule of listRules(found[1] ?? '')) there.add(rule)
      pages++
      if (one !== two) different.push(`${view.name}: ${showDifference(one, two)}`)
    }
    await context.close()
  }
})
const extra = [...here].filter((rule) => !there.has(rule))
const missing = [...there].filter((rule) => !here.has(rule))
for (const name of different) console.log(`  ${name}`)
for (const rule of extra) console.log(`  only here: ${rule}`)
for (const rule of missing) console.log(`  only there: ${rule}`)
console.log(
  `${pages - different.length} of ${pages} pages are equal; ${here.size} rules of CSS here, ${there.size} there`,
)
process.exitCode = different.length || extra.length || missing.length ? 1 : 0
