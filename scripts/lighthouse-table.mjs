/** @import { LighthouseFigures, LighthouseReport } from './types' */

/** @param {LighthouseReport} report of Lighthouse. Throws if something was not measured, which would count as 0. @returns {LighthouseFigures} */
export function readFigures({ categories, audits }) {
  const score = (/** @type {string} */ name) => Math.round(100 * measured(name, categories[name]?.score))
  const value = (/** @type {string} */ name) => measured(name, audits[name]?.numericValue)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: Math.round(value('first-contentful-paint')),
    largestPaint: Math.round(value('largest-contentful-paint')),
    blocking: Math.round(value('total-blocking-time')),
    shift: Math.round(100 * value('cumulative-layout-shift')) / 100,
  }
}

/** What costs points outside of performance. @param {LighthouseReport} report @returns {string[]} ids of audits */
export function listFailures({ categories, audits }) {
  const refs = ['accessibility', 'best-practices', 'seo'].flatMap((name) => categories[name]?.auditRefs ?? [])
  return refs.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id)
}

/** @param {string} name @param {number | null | undefined} found */
function measured(name, found) {
  if (found === null || found === undefined) throw new Error(`Lighthouse did not measure ${name}`)
  return found
}

/** The median of each figure; of an even number of runs the worse of the two in the middle. @param {LighthouseFigures[]} runs @returns {LighthouseFigures} */
export function computeMedians(runs) {
  const isScore = (/** @type {string} */ name) =>
    /^(?:performance|accessibility|bestPractices|seo)$/.test(name)
  const names = /** @type {(keyof LighthouseFigures)[]} */ (Object.keys(runs[0] ?? {}))
  const medians = names.map((name) => {
    const sorted = runs.map((run) => run[name]).sort((a, b) => (isScore(name) ? b - a : a - b))
    return [name, sorted[Math.floor(sorted.length / 2)]]
  })
  return Object.fromEntries(medians)
}

const number = new Intl.NumberFormat('en-IN')

/** @param {LighthouseFigures} figures */
const scores = ({ performance, accessibility, bestPractices, seo }) =>
  [performance, accessibility, bestPractices, seo].join(' / ')

/** @param {LighthouseFigures} figures */
const times = ({ firstPaint, largestPaint, blocking, shift }) =>
  [...[firstPaint, largestPaint, blocking].map((time) => number.format(time)), shift.toFixed(2)].join(' / ')

/** A table in Markdown. @param {{ page: string, plain: LighthouseFigures, forced: LighthouseFigures }[]} rows */
export function formatTable(rows) {
  const head = ['page', 'scores', 'FCP / LCP / TBT / CLS', 'scores with scripts', 'the same with scripts']
  const lines = rows.map(({ page, plain, forced }) => [
    page,
    scores(plain),
    times(plain),
    scores(forced),
    times(forced),
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
