/** The lint rules fire where they should: import zones (docs/decisions/0003-import-zones.md) and others. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BESIDE_APP, DOMAINS, findRoom, mayImport, ORDER } from '../scripts/rooms.mjs'

const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-lint-'))
const oxlint = path.resolve('node_modules/oxlint/bin/oxlint')

const rooms = [...ORDER, ...Object.keys(BESIDE_APP)]

/** The folder in which files of a room are written. */
function getPlace(room: string): string {
  if (room === 'top' || room === 'paths') return 'app'
  if (room === 'http' || room === 'http/browser') return 'app/http'
  if (DOMAINS.includes(room)) return `app/domain/${room}`
  return ORDER.includes(room) ? `app/${room}` : room
}

/** Of a module in a room, without its ending. */
function getModule(room: string): string {
  if (room === 'paths') return 'app/paths'
  return `${getPlace(room)}/some${room === 'http' ? '.server' : ''}`
}

const IMPORTS: Record<string, (specifier: string) => string> = {
  'an import': (from) => `import { some } from '${from}'\nexport const use = some`,
  'a type': (from) => `import type { Some } from '${from}'\nexport type Use = Some`,
  'an import of a type': (from) => `export type Use = import('${from}').Some`,
  'a dynamic import': (from) => `export const use = () => import('${from}')`,
  'an export': (from) => `export { some } from '${from}'`,
  'an export of all': (from) => `export * from '${from}'`,
}

/** Other ways to a module that a view may not import. */
const FORBIDDEN = [
  "export * from '~/platform/db'",
  "export * from '~/components/ui/../../platform/db/client.server'",
  "export * from '../../platform/db'",
  "export { default } from '~/http/session.server.ts?raw'",
  "export * from '~/http/session.server.js'",
  "export * from '/app/platform/db/client.server'",
  "import some = require('~/platform/db/client.server')\nexport const use = some",
  'export const use = (name: string) => import(`~/platform/db/${name}`)',
]

/** One file for each form of import, so that each verdict is about one. */
const writeImport = (room: string, target: string, form: string, isRelative: boolean): string => {
  const name = [form, isRelative ? 'relative' : 'alias', target].join('-').replaceAll(/[^a-z-]/g, '-')
  const file = `${getPlace(room)}/${name}${room === 'http' ? '.server' : ''}.ts`
  const imported = getModule(target)
  const relative = path.posix.relative(path.posix.dirname(file), imported)
  const alias = imported.startsWith('app/') ? `~/${imported.slice(4)}` : relative
  const specifier = isRelative ? relative.replace(/^(?![.])/, './') : alias
  write(file, `${IMPORTS[form]!(specifier)}\n`)
  return file
}

/** Importers of what is behind the front app/domain/catalog/door or in its inner folder `shared`, and whether they may. */
const BEHIND: Record<string, [specifier: string, may: boolean]> = {
  'app/domain/catalog/door.server.ts': ['./door/part', true],
  'app/domain/catalog/door.ts': ['./door/part', true],
  'app/domain/catalog/door/part.ts': ['./other', true],
  'app/domain/catalog/door/inner/one.ts': ['../part', true],
  'app/domain/catalog/neighbour.ts': ['./door/part', false],
  'app/domain/catalog/other/part.ts': ['../door/part', false],
  'app/domain/catalog/sharing.ts': ['./shared/part', true],
  'app/domain/wallet/sharing.ts': ['~/domain/catalog/shared/part', false],
  'app/desk/behind.ts': ['~/domain/catalog/door/inner/one', false],
  'app/desk/in-front.ts': ['~/domain/catalog/door.server', true],
  'app/routes/behind.tsx': ['~/domain/catalog/door/part', false],
  'app/routes/page.tsx': ['./page/part', true],
  'app/routes/neighbour.tsx': ['./page/part', false],
}

/** Who may import React and style sheets. */
const RENDERING: Record<string, [specifier: string, may: boolean]> = {
  'app/domain/catalog/hook.ts': ['react', false],
  'app/domain/catalog/route.ts': ['@remix-run/react', false],
  'app/domain/catalog/styled.ts': ['./styled.css', false],
  'app/platform/hook.ts': ['react', false],
  'app/desk/hook.ts': ['react-dom/server', false],
  'app/mails/hook.ts': ['react', true],
  'app/http/hook.ts': ['@remix-run/react', true],
  'app/components/cards/hook.ts': ['react', true],
}

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

/** What only the named file may do: terminals obey escape sequences in what members and networks write. */
const TERMINAL = {
  ops: 'ops/terminal.ts',
  app: 'the log',
  server: 'the log, the start and the reload',
  environment: 'the log',
  embedded: 'the log',
}
const PRINTING = [
  "console.log('x')",
  "process.stdout.write('x')",
  "process.stderr.write('x')",
  'process.stdout',
  "fs.writeSync(1, 'x')",
  "'x'\nimport { stdout } from 'node:process'\nstdout.write(use)",
  "'x'\nimport tty from 'node:tty'\nexport const terminal = tty.isatty(1)",
]

/** Names of stores and offers, and whether they are those of the tables. */
const NAMES: [file: string, line: string, isOld: boolean][] = [
  ['app/domain/wallet/names-1.ts', 'export const findCampaign = null', true],
  ['app/domain/wallet/names-2.ts', 'export const findAll = (brandId: number) => brandId', true],
  ['app/domain/wallet/names-3.ts', 'export interface BrandCard {\n  id: number\n}', true],
  ['app/domain/wallet/names-4.ts', 'export const find = (brands: { brand: 1 }) => brands.brand', false],
  ['app/domain/wallet/names-5.ts', 'export const find = (campaign_id: number) => campaign_id', false],
  ['app/domain/wallet/names-6.ts', 'export const statusOf = () => 1', true],
  ['app/domain/wallet/names-7.ts', 'export function statusOf() {}', true],
  ['app/domain/wallet/names-8.ts', 'export const findStatusOf = (rowsOf: object) => rowsOf', false],
  ['app/platform/db/schema/names.ts', 'export const toBrand = null', false],
  ['app/api/names.ts', 'export const allBrands = null', false],
]

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

let refused: Set<string>
/** Whether the import of a file is allowed. */
const expected = new Map<string, boolean>()

beforeAll(async () => {
  fs.copyFileSync('.oxlintrc.json', path.join(tree, '.oxlintrc.json'))
  fs.mkdirSync(path.join(tree, 'scripts'))
  for (const plugin of ['lint-house.mjs', 'lint-money.mjs', 'lint-regexps.mjs', 'rooms.mjs'])
    fs.copyFileSync(`scripts/${plugin}`, path.join(tree, 'scripts', plugin))
  fs.copyFileSync('tsconfig.json', path.join(tree, 'tsconfig.json'))
  fs.symlinkSync(path.resolve('node_modules'), path.join(tree, 'node_modules'))
  for (const room of rooms.filter((name) => name !== 'paths'))
    for (const target of [...rooms, 'scripts'])
      for (const form of Object.keys(IMPORTS))
        for (const isRelative of [true, false]) {
          const file = writeImport(room, target, form, isRelative)
          expected.set(file, mayImport(room, target) && !(room === 'routes' && target === 'routes'))
        }
  for (const [n, code] of FORBIDDEN.entries()) write(`app/components/ui/forbidden-${n}.ts`, `${code}\n`)
  write('app/attic/some.ts', "import { db } from '~/platform/db/client.server'\nexport const use = db\n")
  for (const [file, [specifier]] of Object.entries({ ...BEHIND, ...RENDERING }))
    write(file, `import { some } from '${specifier}'\nexport const use = some\n`)
  write('app/routes/styled.ts', "import './beside.css'\nexport const use = null\n")
  write('server/floating.ts', `async function work() {}\nexport function start() {\n  work()\n}\n`)
  write(
    'app/components/ui/hook.tsx',
    `import { useState } from 'react'\nexport function Hook({ on }: { on: boolean }) {\n  if (on) useState(1)\n  return <img src="/x.png" />\n}\n`,
  )
  for (const folder of ['app/domain/wallet', 'app/domain/tracking', 'app/domain/catalog'])
    for (const [what, code] of [...Object.entries(FLOATS), ...Object.entries(WHOLE)])
      write(`${folder}/money-${what}.ts`, `export const use = (x, y) => ${code}\n`)
  for (const [file, line] of NAMES) write(file, `${line}\n`)
  for (const [what, [source]] of Object.entries(REGEXPS))
    write(`server/regexp-${what}.ts`, `export const use = ${source}\n`)
  for (const folder of Object.keys(TERMINAL))
    for (const [n, code] of PRINTING.entries())
      write(`${folder}/printing-${n}.ts`, `export const use = ${code}\n`)
  const report = await lint(['.'])
  refused = new Set(report.diagnostics.map((d) => `${d.filename.replace(/^\.\//, '')} ${d.code}`))
}, 60_000)

afterAll(() => fs.rmSync(tree, { recursive: true, force: true }))

const RULE = 'house(imports)'
const isRefused = (file: string) => refused.has(`${file} ${RULE}`)

test('a room imports what its line allows, in every form of import, and nothing else', () => {
  const wrong = [...expected].filter(([file, may]) => isRefused(file) === may)
  expect(wrong).toEqual([])
  expect(new Set(expected.values())).toEqual(new Set([true, false]))
})

test.each(FORBIDDEN.map((code, n) => [code, n] as const))('a view may not write: %s', (_, n) => {
  expect(isRefused(`app/components/ui/forbidden-${n}.ts`)).toBe(true)
})

test('a route imports the style sheet beside it, and a folder that is in no room imports nothing', () => {
  expect(isRefused('app/routes/styled.ts')).toBe(false)
  expect(isRefused('app/attic/some.ts')).toBe(true)
})

test.each(Object.entries({ ...BEHIND, ...RENDERING }))('%s imports %j', (file, [, may]) => {
  expect(isRefused(file)).toBe(!may)
})

test('each folder of app/ is a room, and a domain lies in app/domain/ alone', () => {
  const folders = (folder: string) =>
    fs
      .readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const moved = folders('app/domain')
  expect(moved.toSorted()).toEqual(DOMAINS.toSorted())
  const found = folders('app').filter((name) => name !== 'domain')
  expect(found.filter((name) => DOMAINS.includes(name))).toEqual([])
  expect(found.filter((name) => !ORDER.includes(findRoom(`app/${name}/some.server`)))).toEqual([])
})

/** Each of their files is a front. */
const FLAT = ['settings', 'signals', 'operators', 'support']

/** Folders that several fronts of their domain share. */
const SHARED: Record<string, string[]> = {
  accounts: ['address', 'codes'],
  books: ['months'],
  catalog: ['by-hand'],
  outreach: ['deliveries', 'email', 'push', 'sms'],
  tracking: ['claims', 'sales'],
}

test.each(DOMAINS)('each folder of domain/%s has a front beside it, or is shared', (domain) => {
  const names = fs.readdirSync(`app/domain/${domain}`, { withFileTypes: true })
  const fronts = new Set(
    names.flatMap((entry) => (entry.isFile() ? [entry.name.replace(/(?:\.server)?\.ts$/, '')] : [])),
  )
  const folders = names.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders.length === 0).toBe(FLAT.includes(domain))
  expect(folders.filter((name) => !fronts.has(name))).toEqual(SHARED[domain] ?? [])
})

/** What docs/architecture.md promises, whatever the list says. */
test.each<[who: string, rooms: string[], never: string[]]>([
  [
    'a tool knows no table, domain, request or page',
    ['platform'],
    ['platform/db', ...DOMAINS, 'http', 'routes'],
  ],
  ['a table knows no domain', ['platform/db'], DOMAINS],
  [
    'a domain knows no request and no page',
    DOMAINS,
    ['http/form', 'http/browser', 'http', 'routes', 'desk', 'api'],
  ],
  ['an operation knows no request, page or terminal', ['desk'], ['http', 'components', 'routes', 'ops']],
  [
    'a view without words of the shop knows no domain and nothing of the server',
    ['components/ui', 'components/document'],
    ['http', 'platform/db', 'desk', ...DOMAINS],
  ],
  ['a route asks a domain, not a table', ['routes'], ['platform/db']],
  ['server/ knows no product, and nothing of ops/', ['server'], ['platform/db', ...DOMAINS, 'http', 'ops']],
  ['ops/ needs no server, request or page', ['ops'], ['server', 'http', 'components', 'routes']],
])('%s', (_, from, never) => {
  expect([...from, ...never].filter((room) => !rooms.includes(room))).toEqual([])
  expect(
    from.flatMap((room) => never.filter((target) => mayImport(room, target)).map((to) => [room, to])),
  ).toEqual([])
})

test.each(Object.entries(TERMINAL))('what is in %s prints only by %s', (folder) => {
  const missed = PRINTING.filter(
    (_, n) =>
      !['no-console', 'no-restricted-imports', 'no-restricted-properties'].some((rule) =>
        refused.has(`${folder}/printing-${n}.ts eslint(${rule})`),
      ),
  )
  expect(missed).toEqual([])
})

test.each(NAMES)('in %s, `%s` is refused by its name: %s', (file, _, isOld) => {
  expect(refused.has(`${file} house(names)`)).toBe(isOld)
})

test('unhandled promises, conditional hooks and images without alt text are errors', () => {
  expect(refused).toContain('server/floating.ts typescript(no-floating-promises)')
  expect(refused).toContain('app/components/ui/hook.tsx react-hooks(rules-of-hooks)')
  expect(refused).toContain('app/components/ui/hook.tsx jsx-a11y(alt-text)')
})

describe('rule money/no-float', () => {
  const RULE_OF_MONEY = 'money(no-float)'
  const isRefused = (folder: string, what: string) =>
    refused.has(`${folder}/money-${what}.ts ${RULE_OF_MONEY}`)

  test.each(Object.keys(FLOATS))('refuses %s in money code only', (what) => {
    expect(isRefused('app/domain/wallet', what)).toBe(true)
    expect(isRefused('app/domain/tracking', what)).toBe(true)
    expect(isRefused('app/domain/catalog', what)).toBe(false)
  })

  test.each(Object.keys(WHOLE))('allows %s', (what) => {
    expect(isRefused('app/domain/wallet', what)).toBe(false)
  })
})

describe('`npm run mutate`', () => {
  test('covers the ledger, cashback and conversions with every kind of mutation', async () => {
    const { default: config } = await import('../stryker.config.mjs')
    expect(config.mutate).toEqual([
      'app/domain/wallet/{ledger,credits,grants}.server.ts',
      'app/domain/tracking/{conversions,promise,reports,sales/apply-report.server,sales/changes.server,sales/report-columns}.ts',
    ])
    expect(config).not.toHaveProperty('mutator')
    expect(config).not.toHaveProperty('ignorers')
    expect(config.thresholds).toMatchObject({ break: 90 })
  })

  test('is disabled for no line of the application', () => {
    const files = fs.readdirSync('app', { recursive: true, encoding: 'utf8' })
    const sources = files.filter((name) => /\.tsx?$/.test(name)).map((name) => path.join('app', name))
    expect(sources).toContain(path.join('app', 'domain', 'wallet', 'ledger.server.ts'))
    expect(sources.filter((name) => /Stryker/i.test(fs.readFileSync(name, 'utf8')))).toEqual([])
  })
})

test.each(Object.entries(REGEXPS))(
  'the regular expression %s is judged by its growth',
  (what, [, isSlow]) => {
    expect(refused.has(`server/regexp-${what}.ts regexps(no-super-linear)`)).toBe(isSlow)
  },
)
