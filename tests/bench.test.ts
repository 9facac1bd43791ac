import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { listFailures, readFigures, computeMedians, formatTable } from '../scripts/lighthouse-table.mjs'

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

test('the table of Lighthouse has the median of each figure, of two runs the worse, and refuses what was not measured', () => {
  const report = (performance: number, largestPaint: number) => ({
    categories: {
      performance: { score: performance },
      accessibility: { score: 1, auditRefs: [{ id: 'role', weight: 1 }] },
      'best-practices': { score: 1, auditRefs: [{ id: 'hint', weight: 0 }] },
      seo: { score: 0.92, auditRefs: [{ id: 'link-text', weight: 1 }] },
    },
    audits: {
      'first-contentful-paint': { numericValue: 801.4 },
      'largest-contentful-paint': { numericValue: largestPaint },
      'total-blocking-time': { numericValue: 12 },
      'cumulative-layout-shift': { numericValue: 0.004 },
      role: { score: 1 },
      hint: { score: 0 },
      'link-text': { score: 0 },
    },
  })
  const first = report(0.98, 1203.6)
  const figures = computeMedians([readFigures(first), readFigures(report(0.99, 900))])
  expect(formatTable([{ page: 'home', plain: figures, forced: { ...figures, blocking: 50 } }])).toContain(
    '| home | 98 / 100 / 100 / 92 | 801 / 1,204 / 12 / 0.00 | 98 / 100 / 100 / 92 | 801 / 1,204 / 50 / 0.00 |',
  )
  expect(listFailures(first)).toEqual(['link-text'])
  const broken = { ...first, categories: { ...first.categories, seo: { score: null } } }
  expect(() => readFigures(broken)).toThrow('Lighthouse did not measure seo')
})
