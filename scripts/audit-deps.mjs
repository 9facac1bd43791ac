/**
 * `npm run audit:deps`: whether a package that production runs has a known vulnerability, as the registry knows them. Ends
 * with 0 when there is none, with 1 when there is one, and with 3, saying 'not checked', when the registry gives no
 * answer: then nothing is known, and nobody shall take it for a yes.
 */
import { spawnSync } from 'node:child_process'

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const npm = process.env.npm_execpath
const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
const words = ['audit', '--omit=dev', '--json', ...process.argv.slice(2)]
const done = spawnSync(command, [...args, ...words], {
  encoding: 'utf8',
  shell: !npm && process.platform === 'win32',
})
/** @type {{ metadata?: { vulnerabilities?: Record<string, number> }, vulnerabilities?: Record<string, { severity: string, range: string }>, message?: string }} */
const report = parse(done.stdout)
const counts = report.metadata?.vulnerabilities

if (!counts) {
  console.log(
    `not checked: the registry gave no answer (${report.message ?? done.error?.message ?? 'no report'})`,
  )
  process.exitCode = 3
} else if (counts.total) {
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities ?? {}))
    console.log(`${severity.padEnd(9)}${name} ${range}`)
  console.log(`${counts.total} packages with known vulnerabilities; npm audit --omit=dev says more`)
  process.exitCode = 1
} else console.log('no known vulnerabilities')
