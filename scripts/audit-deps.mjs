// `npm run audit:deps`: advisories of production packages against security/exceptions.json. Exit codes: 0 no advisory but accepted ones,
// 1 an advisory that is not accepted or an exception that no longer holds, 3 not checked (no response from the registry).
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const MOST_DAYS = 90
const DAY = 24 * 60 * 60 * 1000

/** @typedef {{ advisory: string, package: string, reason: string, test: string, expires: string }} Exception */
/** @typedef {{ url: string, name: string, title: string, severity: string, range: string }} Advisory */

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Advisories of the report by id. @param {Record<string, { via: (string | Advisory)[] }>} vulnerabilities */
function listAdvisories(vulnerabilities) {
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via)
  const found = all.filter((one) => typeof one !== 'string')
  return new Map(found.map((one) => [/** @type {string} */ (one.url.split('/').pop()), one]))
}

/**
 * Why it excuses nothing, or null. @param {Exception} exception @param {Map<string, Advisory>} advisories
 */
function findFault({ advisory, reason, test, expires }, advisories) {
  const days = (Date.parse(`${expires}T00:00:00Z`) - Date.now()) / DAY
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expires) || Number.isNaN(days)) return `has no day of expiry (${expires})`
  if (days < -1) return `expired on ${expires}`
  if (days > MOST_DAYS) return `lasts until ${expires}, longer than ${MOST_DAYS} days`
  if (!reason?.trim()) return 'has no reason'
  if (!test || !fs.existsSync(path.resolve(test))) return `names no test of ours (${test})`
  return advisories.has(advisory) ? null : 'is listed and no longer reported: take it out'
}

const OPTION = '--exceptions='
const options = process.argv.slice(2)
const file = options.find((one) => one.startsWith(OPTION))?.slice(OPTION.length) ?? 'security/exceptions.json'
const npm = process.env.npm_execpath
const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
const words = ['audit', '--omit=dev', '--json', ...options.filter((one) => !one.startsWith(OPTION))]
const done = spawnSync(command, [...args, ...words], {
  encoding: 'utf8',
  shell: !npm && process.platform === 'win32',
})
/** @type {{ metadata?: { vulnerabilities?: Record<string, number> }, vulnerabilities?: Record<string, { via: (string | Advisory)[] }>, message?: string }} */
const report = parse(done.stdout)

if (!report.metadata?.vulnerabilities) {
  console.log(
    `not checked: the registry gave no answer (${report.message ?? done.error?.message ?? 'no report'})`,
  )
  process.exitCode = 3
} else {
  /** @type {Exception[]} */
  const exceptions = JSON.parse(fs.readFileSync(file, 'utf8'))
  const advisories = listAdvisories(report.vulnerabilities ?? {})
  const faults = exceptions.flatMap((exception) => {
    const fault = findFault(exception, advisories)
    return fault ? [`exception ${exception.advisory} ${fault}`] : []
  })
  const excused = new Set(exceptions.map(({ advisory }) => advisory))
  const open = [...advisories].filter(([id]) => !excused.has(id))
  for (const [id, { severity, name, range, title }] of open)
    console.log(`${severity.padEnd(9)}${name} ${range} ${id}: ${title}`)
  for (const fault of faults) console.log(fault)
  const accepted = advisories.size - open.length
  console.log(
    `${open.length || 'no'} known vulnerabilities that are not accepted, ${accepted} accepted with a test (${file})`,
  )
  process.exitCode = open.length + faults.length ? 1 : 0
}
