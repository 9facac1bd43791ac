// A runner that left no report, ran nothing, or failed without a failed test counts as one failure.
import { stripVTControlCharacters } from 'node:util'

/** @import { TestCounts, TestFailure } from './types' */

/** @returns {TestCounts} */
const nothing = () => ({ passed: 0, failed: 0, failures: [], flaky: [], files: [] })

const MOST_LINES = 12

/** @param {string} test @param {string} [message] @returns {TestFailure} */
export const failure = (test, message = '') => ({
  test,
  error: stripVTControlCharacters(message).trim().split('\n').slice(0, MOST_LINES).join('\n'),
})

/** @param {TestCounts} counts @returns {TestCounts} */
const sum = (counts) => ({ ...counts, failed: counts.failures.length })

/** @param {TestCounts} counts @param {number} code the runner's exit code @returns {TestCounts} */
function withSilentFailure(counts, code) {
  const ran = counts.passed + counts.failures.length + counts.flaky.length > 0
  if (ran && (code === 0 || counts.failures.length)) return sum(counts)
  const silent = failure(
    `a runner that ended with ${code}`,
    ran ? 'No test of it has failed.' : 'It ran no test.',
  )
  return sum({ ...counts, failures: [...counts.failures, silent] })
}

/** @param {any} report of `vitest --reporter=json`, or undefined @param {number} code the runner's exit code @param {string} [root] of its files */
export function countVitest(report, code, root = '') {
  const counts = nothing()
  for (const { name, status, startTime, endTime, assertionResults, message } of report?.testResults ?? []) {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name
    counts.files.push({ file, seconds: (endTime - startTime) / 1000 })
    const before = counts.failures.length
    for (const { status, fullName, failureMessages } of assertionResults) {
      const found = failure(`${file}: ${fullName}`, failureMessages[0])
      if (status === 'failed') counts.failures.push(found)
      else if (status !== 'passed') continue
      else if (failureMessages.length) counts.flaky.push(found)
      else counts.passed++
    }
    // A file that does not load, or whose hook fails, reports no failed test.
    if (status === 'failed' && counts.failures.length === before) counts.failures.push(failure(file, message))
  }
  return withSilentFailure(counts, code)
}

/** @param {any} report of Playwright's json reporter, or undefined @param {number} code the runner's exit code */
export function countPlaywright(report, code) {
  const counts = nothing()
  for (const { message } of report?.errors ?? [])
    counts.failures.push(failure('outside of all tests', message))
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const { file, titles, tests } of listSpecs(report?.suites ?? [], []))
    for (const { projectName, status, results } of tests) {
      for (const { duration } of results) seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000)
      const found = failure(
        `${file}: ${[...titles, `(${projectName})`].join(' ')}`,
        results.find((/** @type {any} */ { error }) => error)?.error.message,
      )
      if (status === 'expected') counts.passed++
      else if (status === 'unexpected') counts.failures.push(found)
      else if (status === 'flaky') counts.flaky.push(found)
    }
  counts.files = [...seconds].map(([file, time]) => ({ file, seconds: time }))
  return withSilentFailure(counts, code)
}

/** @param {any[]} suites @param {string[]} above titles around them @returns {{ file: string, titles: string[], tests: any[] }[]} */
function listSpecs(suites, above) {
  return suites.flatMap((suite) => {
    const titles = suite.title === suite.file ? above : [...above, suite.title]
    return [
      ...(suite.specs ?? []).map((/** @type {any} */ spec) => ({
        file: spec.file,
        titles: [...titles, spec.title],
        tests: spec.tests,
      })),
      ...listSpecs(suite.suites ?? [], titles),
    ]
  })
}

/** Without retries on purpose, a test that passed only on a retry has failed. @param {TestCounts} counts @returns {TestCounts} */
export const strict = (counts) => ({
  ...sum({ ...counts, failures: [...counts.failures, ...counts.flaky] }),
  flaky: [],
})
