/** The summary of `npm test`, from reports in the formats of the two runners. */
import { describe, expect, test } from 'vitest'
import { countPlaywright, countVitest, strict } from '../scripts/test-counts.mjs'

const one = (status: string, title = 'adds', failureMessages: string[] = []) => ({
  fullName: `sums ${title}`,
  title,
  status,
  failureMessages,
})
const file = (assertionResults: object[], status = 'passed', name = '/repo/tests/a.test.ts') => ({
  name,
  status,
  startTime: 1000,
  endTime: 3500,
  assertionResults,
  message: '',
})
const vitest = (...testResults: object[]) => ({ testResults })

describe('report of vitest', () => {
  test('counts passed and failed tests, and leaves out skipped ones', () => {
    const report = vitest(
      file([one('passed'), one('failed', 'divides', ['1 is not 2']), one('skipped')], 'failed'),
    )
    expect(countVitest(report, 1, '/repo')).toEqual({
      passed: 1,
      failed: 1,
      failures: [{ test: 'tests/a.test.ts: sums divides', error: '1 is not 2' }],
      flaky: [],
      files: [{ file: 'tests/a.test.ts', seconds: 2.5 }],
    })
  })

  test('lists a test that passed on retry as flaky', () => {
    const report = vitest(file([one('passed'), one('passed', 'divides', ['1 is not 2'])]))
    const counts = countVitest(report, 0, '/repo')
    const second = { test: 'tests/a.test.ts: sums divides', error: '1 is not 2' }
    expect(counts).toMatchObject({ passed: 1, failed: 0, flaky: [second] })
    expect(strict(counts)).toMatchObject({ passed: 1, failed: 1, failures: [second], flaky: [] })
  })

  test('counts a file that does not load, or whose hook fails, as one failure', () => {
    const [broken, hook] = [file([], 'failed'), file([one('passed'), one('skipped')], 'failed')]
    expect(countVitest(vitest(broken, hook), 1, '/repo')).toMatchObject({
      passed: 1,
      failed: 2,
      failures: [{ test: 'tests/a.test.ts' }, { test: 'tests/a.test.ts' }],
    })
  })

  test('keeps the first lines of an error, without colours', () => {
    const long = `\u001b[31mError\u001b[39m: no\n${'line\n'.repeat(50)}`
    const [found] = countVitest(vitest(file([one('failed', 'divides', [long])], 'failed')), 1).failures
    expect(found!.error.split('\n')).toHaveLength(12)
    expect(found!.error).toMatch(/^Error: no\nline\n/)
  })

  test('counts an error outside of tests as one failure', () => {
    expect(countVitest(vitest(file([one('passed')])), 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  test.each([0, 1])('counts a missing report as one failure, with exit code %i', (code) => {
    expect(countVitest(undefined, code)).toMatchObject({ passed: 0, failed: 1, flaky: [], files: [] })
    expect(countVitest(vitest(), code)).toMatchObject({ passed: 0, failed: 1 })
  })
})

const spec = (status: string, title: string, durations: number[]) => ({
  title,
  file: 'home.spec.ts',
  tests: [
    {
      projectName: 'scripts off',
      status,
      results: durations.map((duration) => ({
        duration,
        ...(status === 'unexpected' && { error: { message: 'not seen' } }),
      })),
    },
  ],
})
const playwright = (specs: object[], errors: object[] = []) => ({
  errors,
  suites: [
    {
      title: 'home.spec.ts',
      file: 'home.spec.ts',
      specs: specs.slice(0, 1),
      suites: [{ title: 'the banner', file: 'home.spec.ts', specs: specs.slice(1) }],
    },
  ],
})

describe('report of Playwright', () => {
  test('counts passed and failed tests, and leaves out skipped ones', () => {
    const specs = [spec('expected', 'a', [500]), spec('unexpected', 'b', [1000]), spec('skipped', 'c', [])]
    expect(countPlaywright(playwright(specs), 1)).toEqual({
      passed: 1,
      failed: 1,
      failures: [{ test: 'home.spec.ts: the banner b (scripts off)', error: 'not seen' }],
      flaky: [],
      files: [{ file: 'home.spec.ts', seconds: 1.5 }],
    })
  })

  test('lists a test that passed on retry as flaky', () => {
    const counts = countPlaywright(
      playwright([spec('expected', 'a', [1]), spec('flaky', 'turns', [1, 1])]),
      0,
    )
    expect(counts).toMatchObject({
      passed: 1,
      failed: 0,
      flaky: [{ test: 'home.spec.ts: the banner turns (scripts off)' }],
    })
    expect(strict(counts)).toMatchObject({ passed: 1, failed: 1, flaky: [] })
  })

  test('counts a failing set-up and a browser that does not start as failures', () => {
    expect(countPlaywright({ suites: [], errors: [{ message: 'no server' }] }, 1)).toMatchObject({
      passed: 0,
      failed: 1,
    })
    expect(countPlaywright(playwright([spec('unexpected', 'a', [0])]), 1)).toMatchObject({ failed: 1 })
    expect(countPlaywright(playwright([spec('expected', 'a', [1])]), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })

  test.each([0, 1])('counts a missing report as one failure, with exit code %i', (code) => {
    expect(countPlaywright(undefined, code)).toMatchObject({ passed: 0, failed: 1, flaky: [], files: [] })
  })
})
