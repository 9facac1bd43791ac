// What scripts/test.mjs has counted, and how it prints it.
import os from 'node:os'
import { failure, strict } from './test-counts.mjs'

/** @import { TestCounts, TestFailure } from './types' */

const total = { passed: 0, failed: 0 }
/** What could not be checked on this machine, and why. @type {string[]} */
export const skipped = []
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
export async function timed(title, work) {
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

/** @param {string} title @param {TestCounts} counts @param {number} retries */
export function addRun(title, counts, retries) {
  const { passed, failed, failures: first, flaky: second } = retries ? counts : strict(counts)
  failures.push(...first)
  flaky.push(...second)
  files.push(...counts.files)
  add(title, { passed: passed + second.length, failed })
}

/** @param {string} title @param {() => unknown} work */
export async function step(title, work) {
  try {
    await work()
    add(title, { passed: 1, failed: 0 })
  } catch (error) {
    addFailure(title, error)
  }
}

/** @param {string} title @param {unknown} error */
export function addFailure(title, error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message)
  failures.push(failure(title, message))
  add(title, { passed: 0, failed: 1 })
}

/** @param {string} title @param {TestFailure[]} found */
function list(title, found) {
  if (found.length) console.log(title)
  for (const { test, error } of found) console.log(`  ${[test, ...error.split('\n')].join('\n    ')}`)
}

/** Prints everything; its last line has a stable format. True: nothing has failed. */
export function printReport() {
  console.log('The parts, in seconds:')
  for (const [title, seconds, busy] of parts)
    console.log(`${seconds.toFixed(0).padStart(7)}  ${title}, cores ${(busy * 100).toFixed(0)} % busy`)
  console.log('The slowest files, in seconds:')
  for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
  list('Failed:', failures)
  list('Flaky, passed when tried again:', flaky)
  for (const what of skipped) console.log(`Skipped: ${what}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}
