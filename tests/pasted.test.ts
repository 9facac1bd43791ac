/** Pasted text has invisible characters: every field of numbers and codes reads it as if typed. */
import { expect, test } from 'vitest'
import type { z } from 'zod/v4'
import { otp, phoneNumber, referredBy } from '~/domain/accounts/fields.server'
import { codeSchema } from '~/http/desk/access/code.server'
import { readRecoveryCode } from '~/http/desk/access/recovery-codes.server'
import { withPlainMarks, readPasted } from '~/platform/formats/pasted'
import { SPREADSHEET } from '~/platform/formats/amounts'
import { formatPlain } from '~/platform/formats/money'
import { bankSchema, upiSchema } from '~/domain/wallet/destinations'
import { claimFields } from '~/domain/tracking/claim-input.server'
import { readAmountCell, readDayCell } from '~/platform/formats/table-cells'
import { readWithdrawalAmount } from '~/domain/wallet/withdrawals'
import { parseMobile } from '~/domain/accounts/rules'

const parse = (schema: z.ZodType) => (text: string) => schema.safeParse(text).data ?? null
const ofBank = (name: keyof typeof bankSchema.shape) => parse(bankSchema.shape[name])
const inRupees = (value: bigint | null) => (value === null ? null : formatPlain(value))

/** Groups are joined by the mark under test, where the field groups. */
const FIELDS: [field: string, groups: string[], read: (text: string) => unknown, value: string][] = [
  ['mobile number', ['98765', '43210'], parse(phoneNumber), '+919876543210'],
  ['mobile number of a command', ['98765', '43210'], parseMobile, '+919876543210'],
  ['one-time code', ['12', '34'], parse(otp), '1234'],
  ['code of the desk', ['123', '456'], parse(codeSchema.shape.otp), '123456'],
  ['recovery code', ['1234', '5678', '9012'], readRecoveryCode, '123456789012'],
  ['order number of a claim', ['OD12345'], parse(claimFields.order_number), 'OD12345'],
  ['referral code', ['ABCD', '2345'], parse(referredBy), 'ABCD2345'],
  ['account number', ['001234', '567890'], ofBank('acc_number'), '001234567890'],
  ['IFSC', ['ABCD', '0123456'], ofBank('ifsc_code'), 'ABCD0123456'],
  ['UPI ID', ['asha.rao@okhdfcbank'], parse(upiSchema.shape.upi), 'asha.rao@okhdfcbank'],
  ['amount', ['1250.50'], (text) => inRupees(readWithdrawalAmount(text)), '1250.50'],
]
const CELLS: typeof FIELDS = [
  ['amount of a statement', ['1250.50'], (text) => inRupees(readAmountCell(text, SPREADSHEET)), '1250.50'],
  ['day of a statement', ['21/11/2026'], readDayCell, '2026-11-21'],
]

const codes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCharCode(first + n))
const INVISIBLE = [
  '\u00ad',
  '\ufeff',
  ...codes(0x200b, 0x200f),
  ...codes(0x202a, 0x202e),
  ...codes(0x2060, 0x2069),
]
const DASHES = ['-', ...codes(0x2010, 0x2015), '\u2212', '\ufe58', '\ufe63', '\uff0d']
const BLANKS = [' ', '\t', '\u00a0', '\u1680', ...codes(0x2000, 0x200a), '\u202f', '\u205f', '\u3000']
const named = (character: string) => `U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const readEach = (marks: string[], text: (mark: string) => string, read: (text: string) => unknown) =>
  Object.fromEntries(marks.map((mark) => [named(mark), read(text(mark))]))
const all = (marks: string[], value: string) => Object.fromEntries(marks.map((mark) => [named(mark), value]))

test.each([...FIELDS, ...CELLS])('%s: invisible characters are ignored', (_, groups, read, value) => {
  const scattered = (mark: string) => `${mark}${Array.from(groups.join('')).join(mark)}${mark}`
  expect(readEach(INVISIBLE, scattered, read)).toEqual(all(INVISIBLE, value))
})

test.each([...FIELDS, ...CELLS])('%s: blanks of any kind around it are ignored', (_, groups, read, value) => {
  const surrounded = (mark: string) => `${mark}${groups.join('')}${mark}`
  expect(readEach(BLANKS, surrounded, read)).toEqual(all(BLANKS, value))
})

test.each(FIELDS.filter(([, groups]) => groups.length > 1))(
  '%s: dashes and blanks of any kind group',
  (_, groups, read, value) => {
    const marks = [...DASHES, ...BLANKS]
    expect(readEach(marks, (mark) => groups.join(mark), read)).toEqual(all(marks, value))
  },
)

test.each(FIELDS)('%s: full-width characters are understood', (_, groups, read, value) => {
  const wide = groups
    .join('')
    .replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
  expect(read(wide)).toBe(value)
})

test.each(['٠', '۰', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦'])(
  'digits from %s on are understood',
  (zero) => {
    const inScript = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))
    expect(readPasted(inScript('0123456789'))).toBe('0123456789')
    expect(FIELDS.map(([, groups, read]) => read(inScript(groups.join(''))))).toEqual(
      FIELDS.map(([, , , value]) => value),
    )
  },
)

test.each([
  ['a dash in a UPI ID stays one', parse(upiSchema.shape.upi)('98765\u201343210@axl'), '98765-43210@axl'],
  ['a blank inside a UPI ID is refused', parse(upiSchema.shape.upi)('asha rao@okhdfcbank'), null],
  ['a blank inside an amount is refused', readWithdrawalAmount('1\u00a0250'), null],
  ['a dash before an amount is refused', readWithdrawalAmount('\u2013250'), null],
  [
    'a dash before an amount of a statement is its sign',
    readAmountCell('\ufe63250.00', SPREADSHEET),
    -250_00n,
  ],
  ['superscripts are no digits', parse(phoneNumber)('98765432¹⁰'), null],
  ['other scripts are no digits in a file', readAmountCell('१२५०', SPREADSHEET), null],
  ['two numbers are none', parse(phoneNumber)('9876543210, 9876543211'), null],
])('%s', (_, read, value) => {
  expect(read).toBe(value)
})

test('other text keeps its letters and its blanks', () => {
  expect(withPlainMarks('\u200eद्वार\u00a0– a  b\u200b ')).toBe('द्वार - a  b')
})
