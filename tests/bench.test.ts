import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  compare,
  listFailures,
  readFigures,
  computeMedians,
  formatTable,
} from '../scripts/lighthouse-table.mjs'

test('npm run bench lists every bench', () => {
  const found = fs
    .readdirSync('bench')
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /^export async function run\(/m.test(fs.readFileSync(`bench/${name}`, 'utf8')))
    .map((name) => name.replace(/\.ts$/, ''))
  const help = execFileSync(process.execPath, ['scripts/bench.mjs', '--help'], { encoding: 'utf8' })
  const listed = [...help.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name)
  expect(listed).toEqual(found)
  expect(found.length).toBeGreaterThan(5)
})

describe('figures of Lighthouse', () => {
  const report = {
    categories: {
      performance: { score: 0.98 },
      accessibility: { score: 1, auditRefs: [{ id: 'role', weight: 1 }] },
      'best-practices': { score: 1, auditRefs: [{ id: 'hint', weight: 0 }] },
      seo: { score: 0.92, auditRefs: [{ id: 'link-text', weight: 1 }] },
    },
    audits: {
      'first-contentful-paint': { numericValue: 801.4 },
      'largest-contentful-paint': { numericValue: 1203.6 },
      'total-blocking-time': { numericValue: 12 },
      'cumulative-layout-shift': { numericValue: 0.004 },
      role: { score: 1 },
      hint: { score: 0 },
      'link-text': { score: 0 },
    },
  }
  const run = readFigures(report)

  test('are scores of 100, whole milliseconds and the shift to two places', () => {
    expect(run).toEqual({
      performance: 98,
      accessibility: 100,
      bestPractices: 100,
      seo: 92,
      firstPaint: 801,
      largestPaint: 1204,
      blocking: 12,
      shift: 0,
    })
  })

  test('figures that were not measured are an error', () => {
    const broken = { ...report, categories: { ...report.categories, seo: { score: null } } }
    expect(() => readFigures(broken)).toThrow('Lighthouse did not measure seo')
  })

  test('name the audits that cost points', () => {
    expect(listFailures(report)).toEqual(['link-text'])
  })

  test('have the median of each, and of an even number of runs the worse one', () => {
    const of = (performance: number, largestPaint: number) => ({ ...run, performance, largestPaint })
    expect(computeMedians([of(90, 900), of(99, 1000), of(95, 1100)])).toEqual(of(95, 1000))
    expect(computeMedians([of(90, 900), of(99, 1000)])).toEqual(of(90, 1000))
  })

  test('are a row of a table for each page, beside those of a trivial page', () => {
    const forced = { ...run, blocking: 50 }
    const trivial = { ...run, largestPaint: 900 }
    expect(formatTable([{ page: 'home', plain: run, forced, trivial }]).split('\n')).toEqual([
      '| page | scores | FCP / LCP / TBT / CLS | a trivial page | LCP at most 1.5 x, TBT 75 more | scores with scripts | the same with scripts |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| home | 98 / 100 / 100 / 92 | 801 / 1,204 / 12 / 0.00 | 801 / 900 / 12 / 0.00 | 1.34 x, 0 more: reached | 98 / 100 / 100 / 92 | 801 / 1,204 / 50 / 0.00 |',
    ])
  })

  test.each([
    [{ largestPaint: 1500, blocking: 85 }, '1.50 x, 75 more: reached'],
    [{ largestPaint: 1510, blocking: 0 }, '1.51 x, 0 more: missed'],
    [{ largestPaint: 900, blocking: 86 }, '0.90 x, 76 more: missed'],
  ])('%j are compared with a trivial page', (found, verdict) => {
    expect(compare({ ...run, ...found }, { ...run, largestPaint: 1000, blocking: 10 })).toBe(verdict)
  })
})
