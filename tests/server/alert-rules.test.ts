// ops/alerts.yml (made again by `vitest run tests/server/alert-rules.test.ts --update`) and ops/dashboard.json against the metrics that there are, and with promtool where it is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics, mergeRegistries } from '../../environment/metrics/metrics'
import { ALERTS, isConditionAlert, type ConditionAlert, type PrometheusAlert } from '~/domain/alerts/alerts'
import { CONDITIONS } from '~/domain/alerts/conditions.server'
import { METRICS, type MetricName } from '~/platform/metric-names'

const rules = fs.readFileSync('ops/alerts.yml', 'utf8')
const dashboard = fs.readFileSync('ops/dashboard.json', 'utf8')

const getMetric = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
const namesIn = (text: string) =>
  new Set([...text.matchAll(/dealdwaar_\w+/g)].map(([name]) => getMetric(name)))

test('rules and dashboard name only existing metrics, and the dashboard shows all of them', () => {
  const known = new Set(Object.keys(METRICS))
  expect([...namesIn(rules)].filter((name) => !known.has(name))).toEqual([])
  expect([...namesIn(dashboard)].toSorted()).toEqual([...known].toSorted())
})

test('rules and dashboard select by labels that the metrics have', () => {
  const everywhere = ['job', 'instance', 'le']
  const chosen = [...(rules + dashboard.replaceAll('\\"', '"')).matchAll(/(dealdwaar_\w+)\{([^}]*)\}/g)]
  expect(chosen.length).toBeGreaterThan(10)
  for (const [text, name, by] of chosen) {
    const labels = [...everywhere, ...(METRICS[getMetric(name!) as MetricName].labels ?? [])]
    for (const [, label] of by!.matchAll(/(\w+)\s*[=!]/g))
      expect([text, labels]).toEqual([text, expect.arrayContaining([label])])
  }
})

/** Two evaluations, which are a minute apart. */
const CONDITION_FOR = '2m'

const formatRule = ([name, alert]: [string, ConditionAlert | PrometheusAlert]): string => `
      - alert: ${formatRuleName(name)}
        expr: |
${isConditionAlert(alert) ? `          max by (job) (dealdwaar_alerts_open{cause="${name}"}) > 0` : indent(alert.expr)}
${formatFor(isConditionAlert(alert) ? CONDITION_FOR : alert.for)}        labels: { severity: ${alert.severity} }
        annotations:
          summary: ${quote(alert.title)}
          description: ${quote(alert.next)}
`

const formatFor = (time: string | undefined) => (time === undefined ? '' : `        for: ${time}\n`)

const formatRuleName = (name: string) =>
  `Dealdwaar${name.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())}`

const indent = (text: string) => text.trim().replaceAll(/^ */gm, ' '.repeat(10))

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** ops/alerts.yml. */
const formatRules = (): string => `# Made from app/domain/alerts/alerts.ts, as docs/operations.md says.
groups:
  - name: dealdwaar
    rules:${Object.entries(ALERTS).map(formatRule).join('')}`

test('ops/alerts.yml is made from the list of alerts', () =>
  expect(formatRules()).toMatchFileSnapshot('../../ops/alerts.yml'))

test('every rule of a measure is tested, and every found alert is found by a condition', () => {
  const tests = fs.readFileSync('tests/server/alert-rules.yml', 'utf8')
  const causes: readonly string[] = ['not-checked', ...CONDITIONS.flatMap(({ causes }) => causes)]
  const missed = Object.entries(ALERTS).filter(([name, alert]) =>
    'expr' in alert ? !tests.includes(formatRuleName(name)) : !causes.includes(name),
  )
  expect(missed).toEqual([])
})

const promtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!promtool)('promtool accepts the rules, and they fire as expected', () => {
  const run = (...words: string[]) => execFileSync('promtool', words, { encoding: 'utf8', stdio: 'pipe' })
  expect(run('check', 'rules', 'ops/alerts.yml')).toContain('SUCCESS')
  expect(run('test', 'rules', 'tests/server/alert-rules.yml')).toContain('SUCCESS')
})

test('promtool accepts the names of all metrics', async () => {
  const text = await mergeRegistries([await createMetrics([]).snapshot()]).metrics()
  const gauges = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name!)
  expect(gauges.length).toBeGreaterThan(20)
  expect(gauges.filter((name) => name.endsWith('_total'))).toEqual([])
  expect(text).not.toMatch(/[{,]quantile=/)
  if (promtool)
    expect(execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('')
})
