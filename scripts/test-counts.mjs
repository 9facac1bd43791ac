/**
 * What the reports of vitest and Playwright come to. A runner that left no report, ran nothing, or failed without saying
 * where, counts as one failure.
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} flaky failed at first and passed when tried again; neither in `passed` nor in `failed`
 * @property {{ file: string, seconds: number }[]} files how long the tests of each file took
 */

/** @returns {Counts} */
const nothing = () => ({ passed: 0, failed: 0, flaky: [], files: [] })

/** @param {Counts} counts @param {number} code the runner's exit code @returns {Counts} */
function withSilentFailure(counts, code) {
  const ran = counts.passed + counts.failed + counts.flaky.length > 0
  return ran && (code === 0 || counts.failed > 0) ? counts : { ...counts, failed: counts.failed + 1 }
}

/**
 * @param {any} report of `vitest --reporter=json`; undefined: there is none
 * @param {number} code the runner's exit code
 * @param {string} [root] what the names of files are relative to
 */
export function countVitest(report, code, root = '') {
  const counts = nothing()
  for (const { name, status, startTime, endTime, assertionResults } of report?.testResults ?? []) {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name
    counts.files.push({ file, seconds: (endTime - startTime) / 1000 })
    let failed = 0
    for (const test of assertionResults) {
      if (test.status === 'failed') failed++
      else if (test.status !== 'passed') continue
      else if (test.failureMessages.length) counts.flaky.push(`${file}: ${test.fullName}`)
      else counts.passed++
    }
    // A file that does not load, and one whose hook fails, has no failed test of its own.
    counts.failed += status === 'failed' ? Math.max(failed, 1) : failed
  }
  return withSilentFailure(counts, code)
}

/**
 * @param {any} report of Playwright's json reporter; undefined: there is none
 * @param {number} code the runner's exit code
 */
export function countPlaywright(report, code) {
  const counts = nothing()
  counts.failed = report?.errors?.length ?? 0
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const { file, titles, tests } of specsOf(report?.suites ?? [], []))
    for (const { projectName, status, results } of tests) {
      for (const { duration } of results) seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000)
      if (status === 'expected') counts.passed++
      else if (status === 'unexpected') counts.failed++
      else if (status === 'flaky') counts.flaky.push(`${file}: ${[...titles, `(${projectName})`].join(' ')}`)
    }
  counts.files = [...seconds].map(([file, time]) => ({ file, seconds: time }))
  return withSilentFailure(counts, code)
}

/**
 * @param {any[]} suites @param {string[]} above titles of the suites around them
 * @returns {{ file: string, titles: string[], tests: any[] }[]}
 */
function specsOf(suites, above) {
  return suites.flatMap((suite) => {
    const titles = suite.title === suite.file ? above : [...above, suite.title]
    return [
      ...(suite.specs ?? []).map((/** @type {any} */ spec) => ({
        file: spec.file,
        titles: [...titles, spec.title],
        tests: spec.tests,
      })),
      ...specsOf(suite.suites ?? [], titles),
    ]
  })
}

/** Where nothing is tried again by intent, a test that passed only then has failed. @param {Counts} counts @returns {Counts} */
export const strict = (counts) => ({
  ...counts,
  failed: counts.failed + counts.flaky.length,
  flaky: [],
})
