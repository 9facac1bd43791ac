/** What spreadsheets, banks and networks make of identifiers, at every door that takes one (docs/rules.md#61). */
import fs from 'node:fs'
import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { networks } from '~/platform/config/networks'
import { csvLine, sheetLine } from '~/platform/formats/csv'
import { findIdProblem, findRounded, isIdAsNumber, isUsableId } from '~/platform/formats/identifiers'
import { readTable } from '~/platform/formats/table-file'
import { describeColumns } from '~/desk/columns'
import { formatCsvRow } from '~/desk/show'
import { markPaid } from '~/desk/withdrawals/steps'
import { toOrderKey } from '~/domain/tracking/claim'
import { reconcileReport } from '~/domain/tracking/reconcile.server'
import { readReport, readReportRow } from '~/domain/tracking/reports'
import { readNetworkStatement } from '~/domain/tracking/network-statements'
import { matchRows } from '~/domain/books/bank/match-bank'
import { BANK_HEADINGS, readBankStatement } from '~/domain/books/bank'
import { readBankAnswers, type BankAnswer } from '~/domain/books/bank-answers.server'
import { importFeed, ownRow } from '../catalog/feed'
import { reopenCell, widenCell } from '../support/spreadsheet'
import { makeApprovedWithdrawal } from '../wallet/payout-support'

let withdrawal: number
beforeAll(async () => {
  withdrawal = (await makeApprovedWithdrawal()).id
})

const report = { p1: 'c', sale_amount: '1000', payout: '80' }
const NOTHING = { withdrawals: [], payments: [], fees: new Map<string, number>() }
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

/** What each door says of the text as its identifier. */
const DOORS = {
  postback: (id: string) =>
    sayRead(readReport(networks.trackier, { ...report, conversion_id: id, status: 'approved' })),
  'postback of an end': (id: string) =>
    sayRead(
      readReport(networks.trackier, { ...report, conversion_id: id, txn_id: 'T1', status: 'rejected' }),
    ),
  report: (id: string) =>
    sayRead(readReportRow(networks.trackier, { ...report, conversion_id: id, status: 'approved' })),
  'order number': (id: string) => {
    const read = readReport(networks.trackier, {
      ...report,
      conversion_id: 'C1',
      txn_id: id,
      status: 'approved',
    })
    return 'quarantined' in read ? read.quarantined : read.orderNumber === null ? 'none' : 'read'
  },
  'statement of a network': (id: string) => {
    const { lines, refused } = readNetworkStatement(`conversion_id,payout\n${quote(id)},80\n`, 'trackier')
    return lines.length ? 'read' : refused[0]!.reason.split(':')[0]!
  },
  'statement of a bank': (id: string) => {
    const text = `date,utr,amount,narration\n2026-11-21,${quote(id)},-250,x\n`
    const [matched] = matchRows(readBankStatement(text, BANK_HEADINGS).rows, NOTHING)
    expect(matched!.entries).toEqual([])
    return matched!.problem
  },
  'bank’s answer': async (id: string) =>
    sayAnswer(await readBankAnswers(`withdrawal,utr\n${withdrawal},${quote(id)}\n`)),
  'bank’s own answer': async (id: string) =>
    sayAnswer(
      await readBankAnswers(
        `narration,amount,utr no,status\nDealDwaar withdrawal ${withdrawal},250,${quote(id)},Success\n`,
      ),
    ),
  claim: (id: string) => (toOrderKey(id) === null ? 'none' : 'read'),
  desk: (id: string) =>
    markPaid.input.safeParse({ id: String(withdrawal), utr: id, evenSo: undefined }).success
      ? 'read'
      : 'refused',
  feed: async (id: string) => {
    const { counts } = await importFeed([ownRow({ id })], { source: 'identifiers', dryRun: true })
    return counts.refused ? 'refused' : 'read'
  },
}

const sayRead = (read: ReturnType<typeof readReport>) => ('quarantined' in read ? read.quarantined : 'read')

const sayAnswer = ([row]: BankAnswer[]) =>
  row!.problem ? row!.problem.replace(/^‘.*’: /s, '') : `${row!.becomes === 'paid' ? 'read' : row!.becomes}`

const LOST = {
  postback: 'unusable-id',
  'postback of an end': 'unusable-id',
  report: 'unusable-id',
  'order number': 'none',
  'statement of a network': 'unusable-id',
  'statement of a bank': 'unusable-id',
  'bank’s answer': 'this is no UTR',
  'bank’s own answer': 'this is no UTR',
  claim: 'none',
  desk: 'refused',
  feed: 'refused',
}
const NO_REFERENCE = {
  ...LOST,
  'statement of a bank': 'unknown',
  'bank’s own answer': 'the bank says ‘Success’ and gives no UTR: look it up there',
}
const READ = {
  postback: 'read',
  'postback of an end': 'read',
  report: 'read',
  'order number': 'read',
  'statement of a network': 'read',
  'statement of a bank': 'unknown',
  'bank’s answer': 'read',
  'bank’s own answer': 'read',
  claim: 'read',
  desk: 'read',
  feed: 'read',
}
/** An id of a sale, but no reference of a payment. */
const NO_UTR = {
  ...READ,
  'bank’s answer': 'this is no UTR',
  'bank’s own answer': 'this is no UTR',
  desk: 'refused',
}

const SHAPES: [shape: string, says: Record<keyof typeof DOORS, string>][] = [
  ...[
    '2.02611E+17',
    '4,08123E+17',
    '4.32199e11',
    '2E+17',
    '1e15',
    '20.2611E+16',
    '#N/A',
    '#REF!',
    '#NAME?',
    '#DIV/0!',
    '#NV',
    '########',
    'Err:502',
    'TRUE',
    'False',
    '12-May',
    '5 Dec 2026',
    'Nov-26',
    '28/11/2026',
    'A\ufffd1',
  ].map((shape) => [shape, LOST] as [string, typeof LOST]),
  ...[
    '{conversion_id}',
    '[[[id]]]',
    '%7Bid%7D',
    'NA',
    'n/a',
    'null',
    'None',
    'undefined',
    'not available',
    '0',
    '000000',
    '-',
    '--',
    '?',
  ].map((shape) => [shape, NO_REFERENCE] as [string, typeof LOST]),
  ...['REJECTED', 'FAILED', 'IN-PROCESS', 'SUCCESS-123456', 'PENDING', 'N-42', '65e12'].map(
    (shape) => [shape, NO_UTR] as [string, typeof LOST],
  ),
  ...[
    '432198765012',
    'N326012345678901',
    'AXIS-000006',
    '202611280000123456',
    '408-1234567-2026',
    'MAY-123456',
  ].map((shape) => [shape, READ] as [string, typeof LOST]),
]

const FILES = new Set(['statement of a network', 'statement of a bank', 'bank’s answer', 'bank’s own answer'])

describe.each(Object.keys(DOORS) as (keyof typeof DOORS)[])('%s', (door) => {
  test.each(SHAPES)('reads %j', async (shape, says) => {
    const read = async () => DOORS[door](shape)
    // A file with a damaged character is refused as a whole.
    if (FILES.has(door) && shape.includes('\ufffd')) await expect(read()).rejects.toThrow('damaged character')
    else expect(await read()).toBe(says[door])
  })
})

describe('rounded ids', () => {
  const make = (count: number, zeros: number) =>
    Array.from(
      { length: count },
      (_, i) => `2026112800001${String(i).padStart(2, '0')}${zeros ? '0'.repeat(zeros) : '123'}`,
    )

  test.each([
    ['three of 18 digits', make(3, 3), 3],
    ['two', make(2, 3), 0],
    ['three among whole ones', [...make(3, 3), ...make(20, 0)], 3],
    [
      'every tenth of 16 digits, which is chance',
      Array.from({ length: 40 }, (_, i) => `2026112800001${100 + i}`),
      0,
    ],
    ['numbers with zeros in front', ['0000000000000100', '0000000000000200', '0000000000000300'], 0],
    ['one id three times', ['202611280000123000', '202611280000123000', '202611280000123000'], 0],
  ])('%s', (_, ids, found) => expect(findRounded(ids)).toHaveLength(found))
})

/** What each door that takes a file says of these identifiers in their column. */
const FILES_OF_IDS: Record<string, (ids: readonly string[]) => unknown> = {
  report: (ids) =>
    reconcileReport(
      `p1,conversion_id,status\n${ids.map((id) => `c,${id},approved\n`).join('')}`,
      'trackier',
      { hand: null, onRow: () => {} },
    ),
  'orders of a report': (ids) =>
    reconcileReport(
      `p1,conversion_id,txn_id,status\n${ids.map((id, at) => `c,C${at},${id},approved\n`).join('')}`,
      'trackier',
      { hand: null, onRow: () => {} },
    ),
  'statement of a network': (ids) =>
    readNetworkStatement(`conversion_id,payout\n${ids.map((id) => `${id},80\n`).join('')}`, 'trackier'),
  'statement of a bank': (ids) =>
    readBankStatement(
      `date,utr,amount\n${ids.map((id) => `2026-11-21,${id},-250\n`).join('')}`,
      BANK_HEADINGS,
    ),
  'bank’s answer': (ids) =>
    readBankAnswers(`withdrawal,utr\n${ids.map((id) => `${withdrawal},${id}\n`).join('')}`),
  feed: (ids) =>
    importFeed(
      ids.map((id) => ownRow({ id })),
      { source: 'identifiers', dryRun: true },
    ),
}

describe.each(Object.keys(FILES_OF_IDS))('a file of ids: %s', (door) => {
  const ids = ['1', '2', '3'].map((n) => `20261128000012${n}456`)
  const read = async (all: readonly string[]) => FILES_OF_IDS[door]!(all)

  test('is refused if a spreadsheet has rounded them', async () => {
    await expect(read(ids.map(widenCell))).rejects.toThrow('a spreadsheet has rounded it')
  })

  test('is read if they are whole', async () => {
    await expect(read(ids)).resolves.toBeDefined()
  })
})

test.each([
  ['202611280000123000', '202611280000123456', true],
  ['202611280000124000', '202611280000123956', true],
  ['202611280000125000', '202611280000123456', false],
  ['202611280000123450', '202611280000123456', false],
  ['4321', '004321', true],
  ['4321', '14321', false],
  ['202611280000123000', '00202611280000123456', true],
  ['004321', '004321', false],
  ['C4321', 'C4321', false],
])('isIdAsNumber(%j, %j) is %j', (text, id, is) => expect(isIdAsNumber(text, id)).toBe(is))

describe('what is written for a spreadsheet', () => {
  const column = describeColumns<{ id: string }>().text('id')
  const reader = { role: 'owner', uncovers: true } as const
  const WRITERS: Record<string, (id: string) => string> = {
    'a file for people': (id) => sheetLine([id, 'x']),
    'a list with --csv': (id) => formatCsvRow([column], { id }, reader),
  }
  const firstCell = (line: string) => (parse(line) as string[][])[0]![0]!
  const readBack = (cell: string) =>
    readTable<'id' | 'x'>(`id,x\n${quote(cell)},y\n`, { id: ['id'], x: ['x'] }, [['id']]).rows[0]!.cell('id')

  test.each(Object.entries(WRITERS))('keeps every id in %s', (_, write) => {
    const digits = fc.stringMatching(/^[0-9]{1,24}$/)
    const hex = fc.stringMatching(/^[0-9a-f]{1,12}$/)
    const exponent = fc.stringMatching(/^[1-9](\.[0-9]{1,5})?[eE][+-]?[0-9]{1,2}$/)
    fc.assert(
      fc.property(fc.oneof(digits, hex, exponent), fc.constantFrom(reopenCell, widenCell), (id, spoil) => {
        expect(readBack(spoil(firstCell(write(id))))).toBe(id)
      }),
      { numRuns: 500 },
    )
  })

  /** A network's id that was spoilt is never taken for another one. */
  test('or its reader refuses what the spreadsheet has made of it', () => {
    const ids = fc.oneof(
      fc.stringMatching(/^0{1,3}[1-9][0-9]{3,9}$/),
      fc.stringMatching(/^[1-9][0-9]{15,20}$/),
    )
    fc.assert(
      fc.property(ids, fc.constantFrom(reopenCell, widenCell), (id, spoil) => {
        const spoilt = spoil(firstCell(csvLine([id])))
        expect(spoilt === id || !isUsableId(spoilt) || isIdAsNumber(spoilt, id)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('every other CSV file is for a machine, or says what a spreadsheet does', () => {
    const users = fs
      .readdirSync('app', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) => /\bcsvLine\b/.test(fs.readFileSync(`app/${name}`, 'utf8')))
    expect(users.toSorted()).toEqual([
      // For the portal of a network; a note says so.
      'desk/claims/files.ts',
      // Figures and names of accounts; gst.csv keeps references and invoices.
      'domain/books/month-files.server.ts',
      // The invoices for the tool of the GST portal, which compares the headings.
      'domain/books/tax-returns.server.ts',
      // For the portal of the bank; the workbook is for people, and the answer's accounts are compared.
      'domain/wallet/bank-files.server.ts',
      'platform/formats/csv.ts',
    ])
  })

  test.each(['12.50', '-100.00', '1234567890.00', '42', 'N326012345'])('leaves %s as it is', (cell) =>
    expect(sheetLine([cell])).toBe(`${cell}\r\n`),
  )
})

test('findIdProblem() tells damage from placeholders', () => {
  expect(['1e15', 'NA', 'C1'].map(findIdProblem)).toEqual(['damaged', 'placeholder', null])
  expect(isUsableId('C1')).toBe(true)
})
