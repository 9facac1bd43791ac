// ops/alerts.yml and ops/dashboard.json against the metrics that there are, and with promtool where it is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { METRICS, type MetricName } from '~/runtime/metric-names'

const rules = fs.readFileSync('ops/alerts.yml', 'utf8')
const dashboard = fs.readFileSync('ops/dashboard.json', 'utf8')

const metricOf = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
const namesIn = (text: string) =>
  new Set([...text.matchAll(/dealdwaar_\w+/g)].map(([name]) => metricOf(name)))

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
    const labels = [...everywhere, ...(METRICS[metricOf(name!) as MetricName].labels ?? [])]
    for (const [, label] of by!.matchAll(/(\w+)\s*[=!]/g))
      expect([text, labels]).toEqual([text, expect.arrayContaining([label])])
  }
})

test('every rule has a severity, says what to do, and is tested', () => {
  const tests = fs.readFileSync('tests/server/alert-rules.yml', 'utf8')
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const rule = rules.split(`- alert: ${name}\n`)[1]!.split('- alert: ')[0]!
    for (const part of ['severity: ', 'summary: ', 'description: '])
      expect([name, rule]).toEqual([name, expect.stringContaining(part)])
    expect([name, tests.includes(name)]).toEqual([name, true])
  }
})

const promtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!promtool)('promtool accepts the rules, and they fire as expected', () => {
  const run = (...words: string[]) => execFileSync('promtool', words, { encoding: 'utf8', stdio: 'pipe' })
  expect(run('check', 'rules', 'ops/alerts.yml')).toContain('SUCCESS')
  expect(run('test', 'rules', 'tests/server/alert-rules.yml')).toContain('SUCCESS')
})
