/** What `npm run figures` measures, on a small tree whose figures are counted by hand. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureTree } from '../scripts/measure-tree.mjs'
import type { TreeFigures, TreePlan } from '../scripts/types'

const TREE = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'ESNext',
      moduleResolution: 'Bundler',
      types: [],
      paths: { '~/*': ['./app/*'] },
    },
  }),
  'app/routes/pay.ts': `
    import { pay as start, type Payment } from '~/domain/wallet/payments'
    export { loader } from '../http'
    export const headers = {}
    const respond = async (payment: Payment) => ({ start, payment })
    export const action = respond`,
  'app/http.ts': `
    export const loader = () => 0
    export const headers = {}`,
  'app/domain/wallet/payments.ts': `
    import * as ledger from './payments/ledger'
    import type { Refusal } from './payments/refusal'
    export interface Payment { amount: number; refusal: Refusal }
    export async function pay(payment: Payment) {
      const { write } = await import('./payments/notices')
      return ledger.post(write(payment.amount))
    }`,
  'app/domain/wallet/payments/ledger.ts': `
    import { rows } from '~/db'
    abstract class Row { amount = 0 }
    class Transfer extends Row {}
    export const post = (amount: number) => rows.push(Object.assign(new Transfer(), { amount }))`,
  'app/domain/wallet/payments/notices.ts': `
    import '../../../http'
    export const write = (amount: number) => amount
    export const other = () => write(1)
    export const list = () => []`,
  'app/domain/wallet/payments/refusal.ts': `
    export type Refusal = Record<string, import('../payments').Payment>`,
  'app/domain/catalog/offers.ts': `
    import { post } from '../wallet/payments/ledger'
    const list = () => post(1)
    export { list }`,
  'app/db.ts': 'export const rows: object[] = []',
  'server/main.ts': `export const list = async () => (await import('../app/routes/pay')).action`,
  'tests/pay.test.ts': `
    import { action } from '../app/routes/pay'
    import('../app/routes/pay')
    export type Payment = typeof action | import('~/domain/wallet/payments').Payment`,
}

const PLAN: TreePlan = {
  folders: ['app', 'server'],
  skipped: [/^app\/db\./],
  domains: ['wallet', 'catalog', 'alerts'],
  flows: [
    { name: 'pay', entries: [['app/domain/pay.ts:action', 'app/routes/pay.ts:action']] },
    { name: 'serve', entries: [['server/main.ts:list'], ['app/routes/pay.ts:loader']] },
  ],
  findRoom: (file) =>
    file
      .split('/')
      .slice(1, file.startsWith('app/domain/') ? 3 : 2)
      .join('/'),
}

let root: string
let figures: TreeFigures
beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-tree-')))
  for (const [file, text] of Object.entries(TREE)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  figures = measureTree(root, PLAN)
})
afterAll(() => fs.rmSync(root, { recursive: true }))

const DOMAINS = [
  { domain: 'wallet', files: 4, shown: 2 },
  { domain: 'catalog', files: 1, shown: 0 },
]
const LIST = ['app/domain/catalog/offers.ts', 'app/domain/wallet/payments/notices.ts', 'server/main.ts']

const MEASURED: [string, (tree: TreeFigures) => unknown, unknown][] = [
  ['files of the code', ({ files }) => files, 9],
  // action, respond, pay, write, post, Transfer, Row.
  [
    'what a flow reaches',
    ({ flows }) => flows[0],
    { name: 'pay', files: 4, definitions: 7, lines: 10, depth: 5 },
  ],
  // list and loader besides.
  [
    'what two entries reach',
    ({ flows }) => flows[1],
    { name: 'serve', files: 6, definitions: 9, lines: 12, depth: 6 },
  ],
  ['files of a domain that others import', ({ domains }) => domains, DOMAINS],
  ['files with one importer', ({ oneImporter }) => oneImporter, 4],
  ['modules that tests import', ({ testedModules }) => testedModules, 2],
  ['names exported twice', ({ repeatedNames }) => repeatedNames, [{ name: 'list', files: LIST }]],
  [
    'circles of imports',
    ({ circles }) => circles,
    [['app/domain/wallet/payments.ts', 'app/domain/wallet/payments/refusal.ts']],
  ],
]

test.each(MEASURED)('a tree has its figures: %s', (_what, read, expected) =>
  expect(read(figures)).toEqual(expected),
)

test('a room is a domain by its name, with or without the folder', () => {
  const findRoom = (file: string) => PLAN.findRoom(file).replace('domain/', '')
  expect(measureTree(root, { ...PLAN, flows: [], findRoom }).domains).toEqual(DOMAINS)
})

test('an entry that a tree lacks ends the measuring with its name', () => {
  const flows = [{ name: 'pay', entries: [['app/routes/pay.ts:loader'], ['app/routes/pay.ts:lost']] }]
  expect(() => measureTree(root, { ...PLAN, flows })).toThrow('none of app/routes/pay.ts:lost')
})
