/** Every text that becomes an amount goes through app/platform/formats/amounts.ts, in the format of its sender. */
import fs from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { readRow } from '~/domain/catalog/feeds/read-row.server'
import type { SetRate } from '~/domain/catalog/rates'
import { SETTINGS } from '~/platform/config/setting-values'
import { parseAmount, REPORTED } from '~/platform/formats/amounts'
import { readParameters } from '~/http/parameters.server'
import { NETWORK_NAMES, type NetworkName, networks } from '~/platform/config/networks'
import { orderAmount } from '~/domain/tracking/claim-input.server'
import { readReport, readReportRow, type ParsedReport } from '~/domain/tracking/reports'
import { readNetworkStatement } from '~/domain/tracking/network-statements'
import { cashfree } from '~/domain/wallet/providers/cashfree.server'
import { BANK_HEADINGS, readBankStatement } from '~/domain/books/bank'
import { readWithdrawalAmount } from '~/domain/wallet/withdrawals'
import { createProgram } from '../ops/program'

type Value = bigint | null
type Kind = 'typed' | 'bank' | 'statement' | 'reported' | 'sent'
const _ = null

/** The text, and what it is worth to a door of each kind. `_`: it is no amount there. */
const SHAPES: [text: string, typed: Value, bank: Value, statement: Value, reported: Value, sent: Value][] = [
  ['100', 100_00n, 100_00n, 100_00n, 100_00n, 100_00n],
  ['100.5', 100_50n, 100_50n, 100_50n, 100_50n, 100_50n],
  ['0.01', 1n, 1n, 1n, 1n, 1n],
  ['007', 7_00n, 7_00n, 7_00n, 7_00n, 7_00n],
  ['1,23,456.50', 1_23_456_50n, 1_23_456_50n, 1_23_456_50n, 1_23_456_50n, 1_23_456_50n],
  ['123,456.50', 1_23_456_50n, 1_23_456_50n, 1_23_456_50n, 1_23_456_50n, 1_23_456_50n],
  ['1,00,500.00', 1_00_500_00n, 1_00_500_00n, 1_00_500_00n, 1_00_500_00n, 1_00_500_00n],
  ['1,00,500.5', 1_00_500_50n, 1_00_500_50n, _, _, _],
  ['1,000', 1_000_00n, 1_000_00n, _, _, _],
  ['1,00,000', 1_00_000_00n, 1_00_000_00n, _, _, _],
  ['100,500', 1_00_500_00n, 1_00_500_00n, _, _, _],
  ['100,50', _, _, _, _, _],
  ['10,5', _, _, _, _, _],
  ['1.000,50', _, _, _, _, _],
  ['0,500', _, _, _, _, _],
  ['0,100.00', _, _, _, _, _],
  ['1,2,3.5', _, _, _, _, _],
  ['1,234,56,789.00', _, _, _, _, _],
  ['123,45,678.00', _, _, _, _, _],
  [',5', _, _, _, _, _],
  ['5,', _, _, _, _, _],
  ['1,,000.00', _, _, _, _, _],
  ['1,0000', _, _, _, _, _],
  ['1,00', _, _, _, _, _],
  ['1,000.', _, _, _, _, _],
  ['.5', _, _, _, _, _],
  ['5.', _, _, _, _, _],
  ['1.2.3', _, _, _, _, _],
  ['100.005', _, _, _, _, _],
  ['100.500', _, 100_50n, 100_50n, 100_50n, _],
  ['1,000.0000', _, 1_000_00n, 1_000_00n, 1_000_00n, _],
  [`1.${'0'.repeat(21)}`, _, _, _, _, _],
  ['1e3', _, _, _, _, _],
  ['1E+2', _, _, _, _, _],
  ['0x10', _, _, _, _, _],
  ['-5', _, -5_00n, -5_00n, _, _],
  ['+5', _, 5_00n, 5_00n, _, _],
  ['\u22125', _, -5_00n, -5_00n, _, _],
  ['(250.00)', _, -250_00n, -250_00n, _, _],
  ['--5', _, _, _, _, _],
  ['250.00 Dr', _, -250_00n, -250_00n, _, _],
  ['₹500', 500_00n, 500_00n, 500_00n, _, _],
  ['Rs. 1,000', 1_000_00n, 1_000_00n, _, _, _],
  ['Rs500', 500_00n, 500_00n, 500_00n, _, _],
  ['INR\u00a010.50', 10_50n, 10_50n, 10_50n, _, _],
  ['500 INR', _, 500_00n, 500_00n, _, _],
  ['500/-', _, 500_00n, 500_00n, _, _],
  ['$5', _, _, _, _, _],
  ['5%', _, _, _, _, _],
  ['1 000', _, _, _, _, _],
  ['1\u00a0000.00', _, _, _, _, _],
  ['1\u200b00', 100_00n, 100_00n, 100_00n, _, _],
  [' 250 ', 250_00n, 250_00n, 250_00n, 250_00n, 250_00n],
  ['\u00a0250\u00a0', 250_00n, 250_00n, 250_00n, 250_00n, 250_00n],
  ['１００', 100_00n, _, _, _, _],
  ['१००', 100_00n, _, _, _, _],
  ['1²', _, _, _, _, _],
  ['', _, _, _, _, _],
  ['{amount}', _, _, _, _, _],
  ['NaN', _, _, _, _, _],
  ['100, 200', _, _, _, _, _],
  ['0', 0n, 0n, 0n, 0n, 0n],
  ['0.00', 0n, 0n, 0n, 0n, 0n],
  ['9999999.99', 99_99_999_99n, 99_99_999_99n, 99_99_999_99n, 99_99_999_99n, 99_99_999_99n],
  ['12345678', 1_23_45_678_00n, 1_23_45_678_00n, _, _, _],
  ['1234567890', 1_23_45_67_890_00n, _, _, _, _],
  ['9,99,99,99,99,99,999', 9_99_99_99_99_99_999_00n, _, _, _, _],
  ['999999999999999.99', 999_999_999_999_999_99n, _, _, _, _],
  ['1234567890123456', _, _, _, _, _],
]
const KINDS: Kind[] = ['typed', 'bank', 'statement', 'reported', 'sent']

interface Door {
  kind: Kind
  /** The file that reads the text. */
  file: string
  read: (text: string) => Value | Promise<Value>
  /** What differs from others of its kind. */
  but?: Record<string, Value>
}

/** Where rates multiply the amount. */
const FEW_DIGITS = {
  '12345678': _,
  '1234567890': _,
  '9,99,99,99,99,99,999': _,
  '999999999999999.99': _,
}
const NO_ZERO = { '0': _, '0.00': _ }
const FOUR_DECIMALS = { '100.005': 100_00n }

const program = await createProgram()
function findOption(words: string, flag: string) {
  const command = words
    .split(' ')
    .reduce<Command>((group, name) => group.commands.find((one) => one.name() === name)!, program)
  const { parseArg } = command.options.find(({ long }) => long === flag)!
  return (text: string): unknown => {
    try {
      const read: unknown = parseArg!(text, undefined)
      // Options of operations also keep what was typed.
      return read instanceof Object && 'typed' in read && 'value' in read ? read.value : read
    } catch {
      return null
    }
  }
}
const typedOption = (words: string, flag: string) => (text: string) => findOption(words, flag)(text) as Value
const rateOption = (words: string, flag: string) => (text: string) => {
  const rate = findOption(words, flag)(text) as SetRate | null
  return rate?.model === 'flat' ? rate.hundredths : null
}

const CONTEXT = { categories: new Map(), payout: null, awinPublisherId: '1', unknownCategory: () => {} }
function makeOffer(fields: object) {
  try {
    const row = { id: '1', title: 'x', url: 'https://shop.example/', ...fields }
    return readRow(row, 'dealdwaar', CONTEXT).campaign
  } catch {
    return null
  }
}
const toBigint = (digits: string | null | undefined) => (digits == null ? null : BigInt(digits))

const sale = (read: ParsedReport): Value => ('quarantined' in read ? null : read.amount)
const commission = (read: ParsedReport): Value => ('quarantined' in read ? null : read.networkPayout)
const getFields = ({ click, conversion, status }: Record<'click' | 'conversion' | 'status', string[]>) => ({
  [click[0]!]: 'c',
  [conversion[0]!]: '9',
  [status[0]!]: 'pending',
})

function listDoors(name: NetworkName): [string, Door][] {
  const network = networks[name]
  const { postback, columns } = network
  const door = { kind: 'reported' as const, file: 'app/domain/tracking/reports.ts' }
  const but = network.amounts.decimals > 2 ? { but: FOUR_DECIMALS } : {}
  const line = (column: string, text: string) =>
    readNetworkStatement(`${columns.conversion[0]},${column}\n9,"${text}"\n`, name).lines[0]
  const statement = { kind: 'statement' as const, file: 'app/domain/tracking/network-statements.ts', ...but }
  return [
    ...postback.sale.map((key): [string, Door] => [
      `${key} of a postback of ${name}`,
      { ...door, ...but, read: (text) => sale(readReport(network, { ...getFields(postback), [key]: text })) },
    ]),
    ...postback.payout.map((key): [string, Door] => [
      `${key} of a postback of ${name}`,
      {
        ...door,
        ...but,
        read: (text) => commission(readReport(network, { ...getFields(postback), [key]: text })),
      },
    ]),
    [
      `sale in a report of ${name}`,
      {
        ...door,
        ...but,
        read: (text) => sale(readReportRow(network, { ...getFields(columns), [columns.sale[0]!]: text })),
      },
    ],
    [
      `commission in a report of ${name}`,
      {
        ...door,
        ...but,
        read: (text) =>
          commission(readReportRow(network, { ...getFields(columns), [columns.payout[0]!]: text })),
      },
    ],
    [
      `sale in a statement of ${name}`,
      { ...statement, read: (text) => line(columns.sale[0]!, text)?.amount ?? null },
    ],
    [
      `commission in a statement of ${name}`,
      { ...statement, read: (text) => line(columns.payout[0]!, text)?.commission ?? null },
    ],
  ]
}

const push = { clickRef: 'c', transactionId: '9' }
const nested = (text: string) => ({
  ...push,
  saleAmount: { amount: text, currency: 'INR' },
  commissionAmount: { amount: text, currency: 'INR' },
})
const readJsonBody = async (body: object) => {
  const headers = { 'Content-Type': 'application/json' }
  const request = new Request('http://localhost/', { method: 'POST', headers, body: JSON.stringify(body) })
  return readReport(networks.awin, await readParameters(request))
}
const readEnvelope = (body: object) =>
  readReport(networks.awin, { AwinTransactionPush: JSON.stringify(body) })

const provider = cashfree({
  base: 'http://127.0.0.1:9',
  timeoutMs: 1000,
  clientId: 'id',
  clientSecret: 'secret',
})
const readTransfer = (transfer_amount: string | number) => {
  const data = { transfer_id: 'w', cf_transfer_id: '1', status: 'SUCCESS', transfer_amount }
  return provider.readEvent(JSON.stringify({ type: 'x', data })).report?.amount ?? null
}

const AWIN = { kind: 'reported', file: 'app/domain/tracking/reports.ts' } as const
const FEED = { kind: 'sent', file: 'app/domain/catalog/feeds/own-payout.server.ts' } as const
const DOORS: [string, Door][] = [
  [
    'form and API of a withdrawal',
    {
      kind: 'typed',
      file: 'app/domain/wallet/withdrawals.ts',
      read: readWithdrawalAmount,
      but: NO_ZERO,
    },
  ],
  [
    'amount of an order in a claim',
    {
      kind: 'typed',
      file: 'app/domain/tracking/claim-input.server.ts',
      read: (text) => orderAmount.safeParse(text).data ?? null,
      but: { ...NO_ZERO, ...FEW_DIGITS, '12345678': 12_345_678_00n },
    },
  ],
  [
    'setting or its variable',
    {
      kind: 'typed',
      file: 'app/platform/config/setting-kinds.ts',
      read: (text) => SETTINGS.FOUR_EYES_ABOVE.read(text) ?? null,
    },
  ],
  [
    'adjustments add --amount',
    {
      kind: 'typed',
      file: 'app/desk/fields.ts',
      read: typedOption('adjustments add', '--amount'),
      but: { ...NO_ZERO, ...FEW_DIGITS },
    },
  ],
  [
    'postbacks accept --amount',
    {
      kind: 'typed',
      file: 'app/desk/fields.ts',
      read: typedOption('postbacks accept', '--amount'),
      but: { ...NO_ZERO, ...FEW_DIGITS },
    },
  ],
  ...['--amount', '--tds', '--gst'].map((flag): [string, Door] => [
    `networks paid ${flag}`,
    { kind: 'typed', file: 'app/desk/fields.ts', read: typedOption('networks paid', flag) },
  ]),
  ...['--payout', '--commission'].map((flag): [string, Door] => [
    `rates set-store ${flag}`,
    {
      kind: 'typed',
      file: 'app/desk/fields.ts',
      read: rateOption('rates set-store', flag),
      but: FEW_DIGITS,
    },
  ]),
  [
    'bank statement',
    {
      kind: 'bank',
      file: 'app/domain/books/bank.ts',
      read: (text) => {
        const file = `date,utr,amount\n2026-11-21,U1,"${text}"\n`
        const [row] = readBankStatement(file, BANK_HEADINGS).rows
        return row ? (row.direction === 'out' ? -BigInt(row.amount) : row.amount) : null
      },
      but: NO_ZERO,
    },
  ],
  ...NETWORK_NAMES.flatMap(listDoors),
  [
    'sale in the envelope of awin',
    { ...AWIN, read: (text) => sale(readEnvelope({ ...push, saleAmount: text })) },
  ],
  ['nested sale in the envelope of awin', { ...AWIN, read: (text) => sale(readEnvelope(nested(text))) }],
  [
    'nested commission in the envelope of awin',
    { ...AWIN, read: (text) => commission(readEnvelope(nested(text))) },
  ],
  [
    'sale in JSON of awin',
    { ...AWIN, read: async (text) => sale(await readJsonBody({ ...push, saleAmount: text })) },
  ],
  ['nested sale in JSON of awin', { ...AWIN, read: async (text) => sale(await readJsonBody(nested(text))) }],
  [
    'nested commission in JSON of awin',
    { ...AWIN, read: async (text) => commission(await readJsonBody(nested(text))) },
  ],
  [
    'payout of a feed',
    {
      ...FEED,
      read: (payout) => {
        const offer = makeOffer({ payout })
        return offer?.payout_model === 'flat' ? toBigint(offer.payout_hundredths) : null
      },
    },
  ],
  [
    'commission of a feed',
    {
      ...FEED,
      read: (text) => {
        const offer = makeOffer({ commission: text })
        return offer?.commission_model === 'flat' ? toBigint(offer.commission_hundredths) : null
      },
    },
  ],
  [
    'cap of a feed',
    {
      kind: 'sent',
      file: 'app/domain/catalog/feeds/fields.server.ts',
      read: (cap) => toBigint(makeOffer({ cap })?.cap_paise),
    },
  ],
  [
    'answer of cashfree',
    {
      kind: 'sent',
      file: 'app/domain/wallet/providers/cashfree.server.ts',
      read: readTransfer,
      but: {
        '12345678': 1_23_45_678_00n,
        '1234567890': 1_23_45_67_890_00n,
        '999999999999999.99': 999_999_999_999_999_99n,
      },
    },
  ],
]

test('the table of amounts has at least 40 shapes', () =>
  expect(new Set(SHAPES.map(([text]) => text)).size).toBeGreaterThan(40))

test.each(DOORS)(
  '%s: every shape is read as the amount that its sender means, or refused',
  async (_name, door) => {
    const column = KINDS.indexOf(door.kind)
    const read: Record<string, Value> = {}
    const expected: Record<string, Value> = {}
    for (const [text, ...values] of SHAPES) {
      read[text] = await door.read(text)
      expected[text] = door.but && text in door.but ? door.but[text]! : values[column]!
    }
    expect(read).toEqual(expected)
  },
)

test.each([
  ['100,50', 100_50n, 100_50n],
  ['1.000,50', 1_000_50n, 1_000_50n],
  ['1.00.500,00', 1_00_500_00n, 1_00_500_00n],
  ['1.000', null, 1_000_00n],
  ['100.50', null, null],
  ['100.5', null, null],
])(
  '%j of a network that writes decimal commas is %s, and %s where it groups whole numbers',
  (text, one, whole) => {
    const commas = { ...REPORTED, decimalMark: ',' as const }
    expect(parseAmount(text, commas)).toBe(one)
    expect(parseAmount(text, { ...commas, groupsWhole: true })).toBe(whole)
  },
)

test.each<[NetworkName, string, Value]>([
  ['admitad', '10.0049', 10_00n],
  ['admitad', '10.005', 10_00n],
  ['admitad', '10.015', 10_02n],
  ['admitad', '10.0051', 10_01n],
  ['admitad', '10.9950', 11_00n],
  ['impact', '10.0151', 10_02n],
  ['impact', '10.01500000', 10_02n],
  ['impact', '10.00505', null],
  ['tune', '10.00505', 10_01n],
  ['tune', '1,000.00500', 1_000_00n],
  ['tune', '10.005051', null],
  ['trackier', '10.001', null],
  ['awin', '10.001', null],
])('%s sends %s, which is %s paise, rounded half to even', (name, text, value) => {
  const { postback } = networks[name]
  const raw = { ...getFields(postback), [postback.sale[0]!]: text, [postback.payout[0]!]: text }
  const read = readReport(networks[name], raw)
  expect([sale(read), commission(read)]).toEqual([value, value])
})

const ofModel = (model: string, value: string | null | undefined) =>
  model === 'percentage' ? toBigint(value) : null
const PERCENT_DOORS: [string, 'typed' | 'sent', (text: string) => Value][] = [
  ['CASHBACK_SHARE', 'typed', (text) => SETTINGS.CASHBACK_SHARE.read(text) ?? null],
  ['rates set-store --share', 'typed', typedOption('rates set-store', '--share')],
  [
    'rates set-store --payout',
    'typed',
    (text) => {
      const rate = findOption('rates set-store', '--payout')(`${text}%`) as SetRate | null
      return rate?.model === 'percentage' ? rate.hundredths : null
    },
  ],
  [
    'payout of a feed',
    'sent',
    (payout) => {
      const offer = makeOffer({ payout, payout_model: 'percentage' })
      return offer && ofModel(offer.payout_model, offer.payout_hundredths)
    },
  ],
]
const PERCENTAGES: [text: string, typed: Value, sent: Value][] = [
  ['70', 7000n, 7000n],
  [' 66.67 ', 6667n, 6667n],
  ['4.5', 450n, 450n],
  ['100', 10_000n, 10_000n],
  ['4,5', null, null],
  ['4,50', null, null],
  ['0,500', null, null],
  ['1,000', null, null],
  ['100.01', null, null],
  ['4.555', null, null],
  ['-5', null, null],
  ['+5', null, null],
  ['7e1', null, null],
  ['₹5', null, null],
  ['Rs. 5', null, null],
  ['.5', null, null],
  ['5.', null, null],
  ['५', 500n, null],
  ['５', 500n, null],
  ['5 %', 500n, 500n],
  ['5%%', null, null],
]
test.each(PERCENT_DOORS)('%s: a percentage is read strictly', (name, kind, read) => {
  // `--payout` adds the sign that makes it a percentage.
  const texts = PERCENTAGES.filter(([text]) => !(name === 'rates set-store --payout' && text.includes('%')))
  expect(Object.fromEntries(texts.map(([text]) => [text, read(text)]))).toEqual(
    Object.fromEntries(texts.map(([text, typed, sent]) => [text, kind === 'typed' ? typed : sent])),
  )
})

describe('nested amounts of awin', () => {
  const inOther = { amount: '5', currency: 'EUR' }
  test.each([
    ['sale', { saleAmount: inOther }],
    ['commission', { saleAmount: { amount: '5', currency: 'INR' }, commissionAmount: inOther }],
  ])('whose %s is in another currency are quarantined', async (_name, amounts) => {
    expect(readEnvelope({ ...push, ...amounts })).toEqual({ quarantined: 'other-currency' })
    expect(await readJsonBody({ ...push, ...amounts })).toEqual({ quarantined: 'other-currency' })
  })

  test('are read as they are written, number or text', async () => {
    const amounts = { saleAmount: { amount: 55.96 }, commissionAmount: { amount: '5.59', currency: 'inr' } }
    for (const read of [readEnvelope({ ...push, ...amounts }), await readJsonBody({ ...push, ...amounts })])
      expect([sale(read), commission(read)]).toEqual([55_96n, 5_59n])
  })

  test.each([null, [], {}, { value: 5 }, { amount: { amount: 5 } }])(
    'the amount %j is refused',
    async (saleAmount) => {
      expect(readEnvelope({ ...push, saleAmount })).toMatchObject({ amount: null })
      expect(await readJsonBody({ ...push, saleAmount })).toMatchObject({ amount: null })
    },
  )
})

test.each([
  [100.5, 100_50n],
  [1e21, null],
  [0.1 + 0.2, null],
])('cashfree’s number %s is %s', (amount, value) => expect(readTransfer(amount)).toBe(value))

const sources = ['app', 'ops', 'server'].flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
)
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(fs.readFileSync(file, 'utf8')))

test('every file that reads amounts is covered by the table', () => {
  const own = [
    'app/platform/formats/amounts.ts',
    'app/domain/catalog/feeds.ts',
    // Reads what the application has written itself.
    'app/domain/tracking/claims/claim-report.ts',
    // Reads the demo's own list of flash sales.
    'ops/demo-seed.ts',
    'app/platform/formats/table-cells.ts',
  ]
  // Its amounts are in tests/wallet/amounts.test.ts, which has a database.
  const elsewhere = ['app/domain/books/bank-answers.server.ts']
  const readers = filesWith(/\b(?:parseAmount|parsePercent|parsePayout|readAmountCell)\(/)
  const doors = DOORS.map(([, { file }]) => file)
  expect(readers.toSorted()).toEqual([...new Set([...own, ...elsewhere, ...doors])].toSorted())
})

test('no other file strips grouping or reads decimals from text', () => {
  expect(filesWith(/replaceAll\(','|\/,\/g|parseFloat|\\\.(?:\((?:\?:)?)?\\d/).toSorted()).toEqual([
    // It finds the sums in a sentence of ours, and keeps each on one line.
    'app/components/ui/sums.tsx',
    // It reads the seconds of a time.
    'app/desk/fields.ts',
    // It tells an IP address from a name.
    'app/domain/catalog/product-links/read-address.server.ts',
    // It reads codes of a mail server, such as 5.7.1.
    'app/domain/outreach/email/smtp.server.ts',
    'app/platform/formats/amounts.ts',
    // They write numbers.
    'app/platform/formats/csv.ts',
    'app/platform/formats/money.ts',
  ])
})
