// `npm run audit:deps`. Exit codes: 0 no known vulnerability, 1 at least one, 3 not checked (no response from the registry).
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
