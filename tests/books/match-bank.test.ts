/** Matching rows of a bank statement to payouts, returns, network payments and fees. */
import { expect, test } from 'vitest'
import { paise } from '~/platform/formats/money'
import type { KnownEntries, KnownWithdrawal, BankRow } from '~/domain/books/bank'
import { matchRows } from '~/domain/books/bank/match-bank'
import { referenceKey } from '~/platform/formats/reference-key'

const DAY = '2026-11-21'
const UTR = 'HDFCN52026112112'
const makeWithdrawal = (more: Partial<KnownWithdrawal> = {}): KnownWithdrawal => ({
  id: 7,
  status: 'paid',
  amount: paise(250_00n),
  utrKey: referenceKey(UTR),
  seenOn: null,
  returnSeenOn: null,
  feeSeen: false,
  isOther: false,
  ...more,
})
const makeKnown = (...withdrawals: KnownWithdrawal[]): KnownEntries => ({
  withdrawals,
  payments: [{ id: 3, amount: paise(900_00n), referenceKey: 'N326012345', seenOn: null }],
  fees: new Map(),
})
const row = (amount: bigint, more: Partial<BankRow> = {}): BankRow => ({
  line: 2,
  day: DAY,
  utr: UTR,
  narration: 'IMPS/P2A/LATA RAO',
  amount: paise(amount),
  direction: 'out',
  fee: paise(0n),
  isFee: true,
  isOther: false,
  ...more,
})
const matchKinds = (rows: BankRow[], all: KnownEntries) =>
  matchRows(rows, all).map(({ what, problem, entries }) => [what, problem, entries.map(({ kind }) => kind)])

test('a payout whose narration contains the --fees text is a payout, and its charge a fee', () => {
  const rows = [row(5_90n, { line: 2 }), row(250_00n, { line: 3 }), row(5_90n, { line: 4 })]
  expect(matchKinds(rows, makeKnown(makeWithdrawal()))).toEqual([
    ['fee', null, ['fee']],
    ['withdrawal', null, ['withdrawal']],
    ['fee', null, ['fee']],
  ])
})

test('a returned payout whose narration contains the --fees text is a return', () => {
  const rows = [row(250_00n), row(250_00n, { direction: 'in' })]
  expect(matchKinds(rows, makeKnown(makeWithdrawal({ status: 'returned' })))).toEqual([
    ['withdrawal', null, ['withdrawal']],
    ['return', null, ['return']],
  ])
})

test('a network payment whose narration contains the --fees text is a payment', () => {
  const rows = [row(900_00n, { utr: 'N326012345', direction: 'in' })]
  expect(matchKinds(rows, makeKnown())).toEqual([['network', null, ['network']]])
})

test('a charge equal to the payout’s amount is a fee', () => {
  const small = makeWithdrawal({ amount: paise(5_90n) })
  expect(matchKinds([row(5_90n), row(5_90n)], makeKnown(small))).toEqual([
    ['withdrawal', null, ['withdrawal']],
    ['fee', null, ['fee']],
  ])
})
