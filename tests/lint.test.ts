/** The lint rules fire where they should: import zones (docs/decisions/0003-import-zones.md) and others. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-lint-'))
const oxlint = path.resolve('node_modules/oxlint/bin/oxlint')

const DOMAINS_AND_PAGES = [
  'db',
  'signals',
  'outreach',
  'accounts',
  'catalog',
  'wallet',
  'tracking',
  'privacy',
  'alerts',
  'operations',
  'operators',
  'desk',
  'http',
  'layout',
  'pages',
  'api',
  'routes',
]

/** zone: [what its files may import, what they may not]. */
const zones: Record<string, [string[], string[]]> = {
  ...Object.fromEntries(
    ['app', 'app/config', 'app/formats', 'app/outbound', 'app/runtime'].map((base) => [
      base,
      [
        ['config', 'formats', 'outbound', 'runtime'].filter((name) => base !== `app/${name}`),
        DOMAINS_AND_PAGES,
      ],
    ]),
  ),
  'app/db': [
    [],
    ['signals', 'outreach', 'accounts', 'catalog', 'wallet', 'tracking', 'privacy', 'http', 'ui', 'routes'],
  ],
  'app/settings': [
    ['db'],
    ['signals', 'outreach', 'accounts', 'catalog', 'wallet', 'tracking', 'privacy', 'http', 'ui', 'routes'],
  ],
  'app/operators': [
    ['db', 'settings'],
    ['signals', 'support', 'accounts', 'wallet', 'tracking', 'operations', 'desk', 'http', 'ui', 'routes'],
  ],
  'app/support': [
    ['db'],
    ['signals', 'outreach', 'accounts', 'catalog', 'wallet', 'tracking', 'privacy', 'http', 'ui', 'routes'],
  ],
  'app/signals': [
    ['db'],
    ['outreach', 'accounts', 'catalog', 'wallet', 'tracking', 'privacy', 'http', 'ui', 'routes'],
  ],
  'app/ui': [
    ['http'],
    [
      'db',
      'signals',
      'outreach',
      'accounts',
      'catalog',
      'wallet',
      'tracking',
      'privacy',
      'routes',
      'root-data',
    ],
  ],
  'app/outreach': [
    ['db', 'ui'],
    ['accounts', 'catalog', 'wallet', 'tracking', 'privacy', 'http', 'routes'],
  ],
  'app/accounts': [
    ['db', 'signals', 'ui', 'outreach'],
    ['support', 'catalog', 'wallet', 'tracking', 'privacy', 'http', 'routes'],
  ],
  'app/catalog': [
    ['db', 'outreach', 'accounts'],
    ['support', 'wallet', 'tracking', 'privacy', 'http', 'routes', 'layout', 'pages'],
  ],
  'app/wallet': [
    ['db', 'signals', 'outreach', 'accounts', 'catalog'],
    ['support', 'tracking', 'privacy', 'alerts', 'http', 'routes', 'root'],
  ],
  'app/tracking': [
    ['db', 'signals', 'outreach', 'accounts', 'catalog', 'wallet'],
    ['privacy', 'alerts', 'http', 'routes', 'layout'],
  ],
  'app/privacy': [
    ['db', 'signals', 'accounts', 'catalog', 'wallet', 'tracking'],
    ['alerts', 'http', 'routes', 'layout', 'pages', 'root'],
  ],
  'app/alerts': [
    ['db', 'signals', 'accounts', 'catalog', 'wallet', 'tracking'],
    ['http', 'ui', 'routes', 'layout', 'pages', 'root'],
  ],
  'app/http': [
    ['accounts'],
    [
      'db',
      'signals',
      'outreach',
      'catalog',
      'wallet',
      'tracking',
      'privacy',
      'desk',
      'routes',
      'layout',
      'api',
    ],
  ],
  'app/operations': [
    ['db', 'accounts', 'wallet', 'tracking', 'privacy', 'alerts', 'operators'],
    ['desk', 'http', 'ui', 'routes', 'layout', 'pages'],
  ],
  'app/desk': [
    ['db', 'accounts', 'wallet', 'tracking', 'operations', 'http', 'ui'],
    ['layout', 'pages', 'api', 'routes', 'root-data'],
  ],
  'app/api': [
    ['db', 'outreach', 'accounts', 'catalog', 'wallet', 'tracking', 'http'],
    ['desk', 'routes', 'layout', 'pages', 'root'],
  ],
  'app/layout': [
    ['accounts', 'catalog', 'wallet', 'http', 'ui'],
    ['desk', 'pages', 'routes'],
  ],
  'app/pages': [
    ['accounts', 'catalog', 'wallet', 'ui', 'layout'],
    ['db', 'tracking', 'privacy', 'api', 'routes'],
  ],
  'app/routes': [
    ['accounts', 'catalog', 'wallet', 'tracking', 'privacy', 'desk', 'http', 'ui', 'layout', 'pages'],
    ['db', 'alerts', 'routes'],
  ],
  server: [
    ['config', 'runtime'],
    [
      'db',
      'alerts',
      'desk',
      'signals',
      'accounts',
      'catalog',
      'wallet',
      'http',
      'formats',
      'outcome',
      'entry.server',
    ],
  ],
  ops: [
    ['db', 'signals', 'accounts', 'catalog', 'wallet', 'tracking', 'privacy', 'alerts'],
    ['http', 'desk', 'ui', 'layout', 'pages', 'routes'],
  ],
}

/** Top-level folder, or one of app/: the top-level folders that it may import, and those that it may not. */
const topFolders: Record<string, [string[], string[]]> = {
  server: [['environment'], ['ops', 'embedded']],
  ops: [['environment'], ['server', 'embedded']],
  environment: [['embedded'], ['server', 'ops']],
  embedded: [[], ['server', 'ops']],
  'app/runtime': [[], ['server', 'ops', 'environment', 'embedded']],
  'app/db': [[], ['server', 'ops', 'environment', 'embedded']],
  'app/tracking': [[], ['server', 'ops', 'environment', 'embedded']],
  'app/http': [[], ['server', 'ops', 'environment', 'embedded']],
  'app/layout': [[], ['server', 'ops', 'environment', 'embedded']],
  'app/routes': [[], ['server', 'ops', 'environment', 'embedded']],
}

const betweenFolders = (zone: string, target: string) => `${zone}/top-${target}.ts`

/** Code that converts paise to or from numbers. */
const FLOATS: Record<string, string> = {
  fraction: 'x * 0.05',
  'fraction-of-zero': 'x * .5',
  exponent: '1e-2',
  'large-exponent': '1E3',
  'beyond-safe': '9007199254740993',
  'parse-float': 'parseFloat(x)',
  'number-parse-float': 'Number.parseFloat(x)',
  'parse-int': 'parseInt(x, 10)',
  number: 'Number(x)',
  plus: '+x',
  round: 'Math.round(x)',
  floor: 'BigInt(Math.floor(x))',
  fixed: 'x.toFixed(2)',
  division: 'x / 100',
  'division-by-name': 'x / y',
  'sql-float': 'sql`SELECT amount_paise::float FROM t`',
  'sql-cast': 'sql`SELECT CAST(amount_paise AS double precision) FROM t`',
}

/** Exact code. */
const WHOLE: Record<string, string> = {
  'bigint-division': '(x * 20n) / 100n',
  'whole-number': 'x.slice(0, -2)',
  bigint: 'BigInt(x)',
  hexadecimal: '0x1e2',
  separated: '1_000',
  'sql-integer': 'sql`SELECT amount_paise::bigint FROM t`',
}

/** Regular expressions, and whether their time may grow faster than their input. */
const REGEXPS: Record<string, [source: string, isSlow: boolean]> = {
  'same-text-twice': ['/^\\s*x?\\s*$/', true],
  'every-beginning': ['/ +$/', true],
  exponential: ['/^(a+)+$/', true],
  'one-beginning': ['/(?<! ) +$/', false],
  distinct: ['/^\\d+-\\d+$/', false],
}

interface Report {
  diagnostics: { code?: string; filename: string }[]
}

function lint(args: string[]): Promise<Report> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [oxlint, '-f', 'json', ...args],
      { cwd: tree, maxBuffer: 1e8 },
      (error, out) => {
        if (!out.trim().startsWith('{')) return reject(error ?? new Error(out))
        resolve(JSON.parse(out) as Report)
      },
    )
  })
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  fs.writeFileSync(path.join(tree, file), text)
}

/** One file per import, so that each result is about one import. */
function importing(zone: string, target: string, manner: 'alias' | 'relative' | 'type'): string {
  const file = `${zone}/${manner}-${target.replace('.', '-')}.ts`
  const what = target.includes('.') ? target : `${target}/some.server`
  const from = path.posix.relative(zone, `app/${what}`)
  const specifier = manner === 'relative' ? (from.startsWith('.') ? from : `./${from}`) : `~/${what}`
  write(
    file,
    `import ${manner === 'type' ? 'type ' : ''}{ some } from '${specifier}'\nexport const use: some = null\n`,
  )
  return file
}

let refused: Set<string>

beforeAll(async () => {
  fs.copyFileSync('.oxlintrc.json', path.join(tree, '.oxlintrc.json'))
  fs.mkdirSync(path.join(tree, 'scripts'))
  for (const plugin of ['lint-money.mjs', 'lint-regexps.mjs'])
    fs.copyFileSync(`scripts/${plugin}`, path.join(tree, 'scripts', plugin))
  fs.copyFileSync('tsconfig.json', path.join(tree, 'tsconfig.json'))
  fs.symlinkSync(path.resolve('node_modules'), path.join(tree, 'node_modules'))
  for (const [zone, [may, mayNot]] of Object.entries(zones))
    for (const target of [...may, ...mayNot])
      for (const manner of ['alias', 'relative', 'type'] as const) importing(zone, target, manner)
  for (const [zone, [may, mayNot]] of Object.entries(topFolders))
    for (const target of [...may, ...mayNot]) {
      const specifier = `${path.posix.relative(zone, target)}/some`
      const file = betweenFolders(zone, target)
      write(file, `import { some } from '${specifier}'\nexport const use: some = null\n`)
    }
  write('server/floating.ts', `async function work() {}\nexport function start() {\n  work()\n}\n`)
  write(
    'app/ui/hook.tsx',
    `import { useState } from 'react'\nexport function Hook({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return <img src="/x.png" />\n}\n`,
  )
  for (const folder of ['app/wallet', 'app/tracking', 'app/catalog'])
    for (const [what, code] of [...Object.entries(FLOATS), ...Object.entries(WHOLE)])
      write(`${folder}/money-${what}.ts`, `export const use = (x, y) => ${code}\n`)
  for (const [what, [source]] of Object.entries(REGEXPS))
    write(`server/regexp-${what}.ts`, `export const use = ${source}\n`)
  const report = await lint(['.'])
  refused = new Set(report.diagnostics.map((d) => `${d.filename.replace(/^\.\//, '')} ${d.code}`))
}, 60_000)

afterAll(() => fs.rmSync(tree, { recursive: true, force: true }))

const RULE = 'eslint(no-restricted-imports)'

test.each(Object.keys(zones))('%s may not import layers above it', (zone) => {
  const [, mayNot] = zones[zone]!
  const missed = mayNot.flatMap((target) =>
    (['alias', 'relative', 'type'] as const)
      .map((manner) => `${zone}/${manner}-${target.replace('.', '-')}.ts`)
      .filter((file) => !refused.has(`${file} ${RULE}`)),
  )
  expect(missed).toEqual([])
})

test.each(Object.keys(zones))('%s may import layers below it', (zone) => {
  const [may] = zones[zone]!
  // ui may use only the pure files of http; routes import only by ~/.
  const manners = zone === 'app/routes' ? ['alias', 'type'] : ['alias', 'relative', 'type']
  const wrong = may
    .filter((target) => !(zone === 'app/ui' && target === 'http'))
    .flatMap((target) => manners.map((manner) => `${zone}/${manner}-${target.replace('.', '-')}.ts`))
    .filter((file) => refused.has(`${file} ${RULE}`))
  expect(wrong).toEqual([])
})

test.each(Object.keys(topFolders))('%s imports only the top-level folders below it', (zone) => {
  const [may, mayNot] = topFolders[zone]!
  const isRefused = (target: string) => refused.has(`${betweenFolders(zone, target)} ${RULE}`)
  expect(may.filter(isRefused)).toEqual([])
  expect(mayNot.filter((target) => !isRefused(target))).toEqual([])
})

test('unhandled promises, conditional hooks and images without alt text are errors', () => {
  expect(refused).toContain('server/floating.ts typescript(no-floating-promises)')
  expect(refused).toContain('app/ui/hook.tsx react-hooks(rules-of-hooks)')
  expect(refused).toContain('app/ui/hook.tsx jsx-a11y(alt-text)')
})

describe('rule money/no-float', () => {
  const RULE_OF_MONEY = 'money(no-float)'
  const isRefused = (folder: string, what: string) =>
    refused.has(`${folder}/money-${what}.ts ${RULE_OF_MONEY}`)

  test.each(Object.keys(FLOATS))('refuses %s in money code only', (what) => {
    expect(isRefused('app/wallet', what)).toBe(true)
    expect(isRefused('app/tracking', what)).toBe(true)
    expect(isRefused('app/catalog', what)).toBe(false)
  })

  test.each(Object.keys(WHOLE))('allows %s', (what) => {
    expect(isRefused('app/wallet', what)).toBe(false)
  })
})

describe('`npm run mutate`', () => {
  test('covers the ledger, cashback and conversions with every kind of mutation', async () => {
    const { default: config } = await import('../stryker.config.mjs')
    expect(config.mutate).toEqual([
      'app/wallet/ledger/{ledger,credit,cashback}.server.ts',
      'app/tracking/{conversions.server,conversion-changes.server,conversion-states,rate,report-columns,report-ids,reports}.ts',
    ])
    expect(config).not.toHaveProperty('mutator')
    expect(config).not.toHaveProperty('ignorers')
    expect(config.thresholds).toMatchObject({ break: 90 })
  })

  test('is disabled for no line of the application', () => {
    const files = fs.readdirSync('app', { recursive: true, encoding: 'utf8' })
    const sources = files.filter((name) => /\.tsx?$/.test(name)).map((name) => path.join('app', name))
    expect(sources).toContain(path.join('app', 'wallet', 'ledger', 'ledger.server.ts'))
    expect(sources.filter((name) => /Stryker/i.test(fs.readFileSync(name, 'utf8')))).toEqual([])
  })
})

test.each(Object.entries(REGEXPS))(
  'the regular expression %s is judged by its growth',
  (what, [, isSlow]) => {
    expect(refused.has(`server/regexp-${what}.ts regexps(no-super-linear)`)).toBe(isSlow)
  },
)
