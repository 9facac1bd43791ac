import { db } from '~/platform/db/client.server'
import { SPREADSHEET } from '~/platform/formats/amounts'
import { findIdProblem, isUsableId } from '~/platform/formats/identifiers'
import { readId, readRowId } from '~/platform/formats/ids'
import { formatPlain } from '~/platform/formats/money'
import { readTable, type FileRow, type Headings } from '~/platform/formats/table-file'
import { BadFile } from '~/platform/formats/text-file'
import { describeAccount, isSameAccount } from '~/domain/wallet/bank-files.server'
import { listBatchesOfWithdrawal } from '~/domain/wallet/batches.server'
import { referenceKey } from '~/platform/formats/reference-key'
import { readAmountCell } from '~/platform/formats/table-cells'
import { BANK_HEADINGS } from './bank'
import type { AnswerField } from './bank-answers'
import { findWithdrawal } from '~/domain/wallet/list-withdrawals.server'
import { tryDestination } from '~/domain/wallet/withdrawal-decisions.server'
import { isUtr, refuseUsedUtr } from '~/domain/wallet/withdrawal-steps.server'
import type { Withdrawal } from '~/domain/wallet/withdrawals'

export interface BankAnswer {
  line: number
  id: number
  amount: bigint | null
  /** Null: the row is unusable. */
  becomes: 'paid' | 'refunded' | null
  words: string
  problem: string
  settled: boolean
}

type Field = AnswerField | 'balance'

const isUtrHeading = (heading: string) => /\b(?:utr|rrn)\b/.test(heading)

export const ANSWER_HEADINGS: Headings<AnswerField> = {
  withdrawal: ['withdrawal'],
  amount: [...BANK_HEADINGS.amount, 'instrument amount', 'payment amount', 'txn amount', 'tran amount'],
  utr: [...BANK_HEADINGS.utr.filter(isUtrHeading), 'utr ref no', 'transaction utr', 'payment utr'],
  /** Counts where the file has no column of UTRs, and its status says that it was paid. */
  reference: [
    ...BANK_HEADINGS.utr.filter((heading) => !isUtrHeading(heading)),
    'bank ref no',
    'bank reference no',
    'bank reference number',
    'transaction reference no',
    'transaction reference number',
    'txn ref no',
  ],
  status: ['status', 'transaction status', 'txn status', 'tran status', 'payment status'],
  reason: [
    'reason',
    'reject reason',
    'rejection reason',
    'reason for rejection',
    'return reason',
    'failure reason',
    'error',
    'error reason',
    'error description',
    'error message',
    'reason description',
    'status description',
    'status remarks',
  ],
  account: [
    'account',
    'bene account no',
    'bene account number',
    'bene acc no',
    'bene ac no',
    'bene a/c no',
    'beneficiary account',
    'beneficiary account no',
    'beneficiary account number',
    'beneficiary acc no',
    'beneficiary a/c no',
    'beneficiary ac no',
    'credit account no',
    'credit account number',
    'payee account no',
    'payee account number',
  ],
  account_check: ['account_check'],
  upi: ['upi', 'upi id', 'vpa', 'beneficiary vpa', 'payee vpa'],
}

const BALANCE = ['balance', 'closing balance', 'running balance', 'available balance', 'balance (inr)']

type Row = FileRow<Field>

/**
 * Our file with its last columns filled in, or the bank's own answer, whose rows are recognised by our remark and the
 * amount. Changes nothing. Throws BadFile.
 */
export async function readBankAnswers(
  text: string,
  headings: Headings<AnswerField> = ANSWER_HEADINGS,
): Promise<BankAnswer[]> {
  const table = readTable<Field>(
    text,
    { ...headings, balance: BALANCE },
    [
      ['withdrawal', 'amount'],
      ['utr', 'reference', 'status', 'reason'],
    ],
    {
      ids: ['utr', 'account'],
      isRow: (row) => row.cell('withdrawal') !== '' || findNamed(row).length > 0,
      takesColumns: true,
    },
  )
  if (table.has('balance'))
    throw new BadFile('The file has balances: it is a statement: compare it with the books of the bank.')
  const isOurs = table.has('withdrawal')
  const hasUtr = table.has('utr')
  const answered = table.rows.filter((row) => isOurs || ANSWERS.some((field) => row.cell(field) !== ''))
  const planned = await Promise.all(answered.map((row) => planRow(row, hasUtr)))
  const misfits = table.refused.map(({ line, reason }) => ({ ...UNREAD, line, problem: reason }))
  const rows = [...planned, ...misfits].toSorted((a, b) => a.line - b.line)
  for (const row of rows) {
    const sameId = rows.find((other) => other !== row && other.id === row.id && row.id !== 0)
    const sameUtr = rows.find(
      (o) => o !== row && o.becomes === 'paid' && referenceKey(o.words) === referenceKey(row.words),
    )
    if (sameId) row.problem ||= `line ${sameId.line} is about the same withdrawal`
    else if (row.becomes === 'paid' && sameUtr) row.problem ||= `line ${sameUtr.line} has the same UTR`
  }
  return rows
}

/** A row of the bank's file without any of them is a total. */
const ANSWERS = ['utr', 'reference', 'status', 'reason'] as const

const UNREAD: Omit<BankAnswer, 'line' | 'problem'> = {
  id: 0,
  amount: null,
  becomes: null,
  words: '',
  settled: false,
}

async function planRow(row: Row, hasUtr: boolean): Promise<BankAnswer> {
  const unread = { ...UNREAD, line: row.line }
  const id = readNumber(row)
  if (typeof id === 'string') return { ...unread, problem: id }
  const found = await findWithdrawal(id)
  if (!found) return { ...unread, id, problem: `There is no withdrawal ${id}.` }
  const outcome = readOutcome(row, hasUtr)
  const plan = { ...unread, id, amount: found.amount_paise, ...outcome }
  if (outcome.problem || !outcome.becomes) return plan
  plan.problem = findProblem(found, plan, row) || (await findStale(found, plan))
  plan.settled = !plan.problem && found.status === plan.becomes
  const used = plan.becomes === 'paid' && !plan.problem ? await refuseUsedUtr(db, id, plan.words) : null
  if (used) plan.problem = `withdrawal ${used.withdrawalId} has this UTR`
  return plan
}

/** Banks write remarks in capitals, and without blanks. */
const REMARK = /dealdwaar[\s_/-]*withdrawal[\s_/-]*(\d{1,15})(?!\d)/gi

const findNamed = (row: Row): number[] => [
  ...new Set(
    Object.values(row.record()).flatMap((cell) =>
      [...cell.matchAll(REMARK)].map(([, number]) => readRowId(number)),
    ),
  ),
]

/** The withdrawal's number, or what is wrong. */
function readNumber(row: Row): number | string {
  const typed = row.cell('withdrawal')
  const named = findNamed(row)
  const [first, ...others] = named
  if (typed) {
    const id = readId(typed)
    if (id === null) return `‘${typed.slice(0, 20)}’ is no number of a withdrawal`
    const other = named.find((one) => one !== id)
    return other === undefined ? id : `its remark names withdrawal ${other}, and its first column ${id}`
  }
  if (first === undefined) return 'no remark ‘DealDwaar withdrawal’ with its number: it is perhaps not ours'
  if (others.length) return `its remarks name withdrawals ${named.join(', ')}`
  if (!row.cell('amount')) return `it names withdrawal ${first} and no amount to compare`
  return first
}

type Said = Pick<BankAnswer, 'becomes' | 'words' | 'problem'>

const PAID = new Set(
  'e,executed,success,successful,processed,paid,complete,completed,credited,settled,transferred'.split(','),
)
const FAILED = new Set(
  'r,failed,fail,failure,reject,rejected,rejection,return,returned,reversed,reversal,canceled,cancelled,declined,error,unsuccessful,notprocessed,notpaid,unpaid,invalid'.split(
    ',',
  ),
)
const NOT_FINAL = new Set(
  'accepted,approved,authorised,authorized,awaited,debited,hold,initiated,inprocess,inprogress,onhold,pending,processing,queued,received,scheduled,senttobank,submitted,timeout,underprocess,unknown'.split(
    ',',
  ),
)
const CONTRADICTION = /fail|reject|return|revers|declin|invalid|cancel|not\b/i

function readState(text: string): 'paid' | 'failed' | 'open' | null {
  const word = text
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
    .replace(/^(?:transaction|txn|payment)(?=.)/, '')
  if (PAID.has(word)) return 'paid'
  if (FAILED.has(word)) return 'failed'
  return NOT_FINAL.has(word) ? 'open' : null
}

/** Nothing is guessed: an unknown status, and words of a status as the reason, settle nothing. */
function readOutcome(row: Row, hasUtr: boolean): Said {
  const isOurs = row.cell('withdrawal') !== ''
  const takeId = (field: 'utr' | 'reference') =>
    isOurs || findIdProblem(row.cell(field)) !== 'placeholder' ? row.cell(field) : ''
  const status = row.cell('status')
  const state = status ? (readState(status) ?? 'open') : null
  const utr = takeId('utr') || (state === 'paid' && !hasUtr ? takeId('reference') : '')
  const reason = isOurs || isUsableId(row.cell('reason')) ? row.cell('reason').slice(0, 200) : ''
  const refuse = (problem: string): Said => ({ becomes: null, words: utr || reason, problem })
  const notFinal = (word: string) =>
    refuse(`the bank says ‘${word.slice(0, 40)}’, which is not final: import its next answer`)
  if (state === 'open') return notFinal(status)
  if (state === 'failed') return { becomes: 'refunded', words: reason || status, problem: '' }
  const reasonState = readState(reason)
  if (!utr && reasonState === 'open') return notFinal(reason)
  const isPaid = state === 'paid' || reasonState === 'paid'
  if (isPaid && !utr)
    return refuse(`the bank says ‘${(status || reason).slice(0, 40)}’ and gives no UTR: look it up there`)
  const contradicts = isPaid ? CONTRADICTION.test(reason) : reason !== ''
  if (utr && contradicts) return refuse('it has a UTR and a reason: which of them is it?')
  if (utr && !isUtr(utr)) return refuse(`‘${utr.slice(0, 40)}’: this is no UTR`)
  return { becomes: utr ? 'paid' : reason ? 'refunded' : null, words: utr || reason, problem: '' }
}

function findProblem(found: Withdrawal, { becomes, words }: Said, row: Row): string {
  const amount = row.cell('amount')
  if (amount && readAmountCell(amount, SPREADSHEET) !== found.amount_paise)
    return `the bank says ${amount.slice(0, 20)}, it is ${formatPlain(found.amount_paise)}`
  const isKnown =
    becomes === 'paid' ? referenceKey(found.utr ?? '') === referenceKey(words) : found.reason === words
  const isRepeat = found.status === becomes && isKnown
  if (isRepeat) return ''
  const isOpen = found.status === 'processing' || found.status === 'unknown'
  return isOpen ? findOtherAccount(found, row) : `it is ${found.status}`
}

const ASK = 'A spreadsheet has perhaps changed a file: ask the bank where the money went'

/** Compares what the file says of the account with the account that the withdrawal goes to. */
function findOtherAccount(found: Withdrawal, row: Row): string {
  const account = row.cell('account').replaceAll(/[\s-]/g, '')
  const check = row.cell('account_check')
  const upi = [row.cell('upi'), account].find((text) => text.includes('@'))
  if (!account && !check && !upi) return ''
  const to = tryDestination(found)
  if (!to) return 'its account does not open under DATA_KEY or DATA_KEYS_OLD, and cannot be compared'
  if (found.method === 'upi')
    return upi && upi.toLowerCase() !== to.upi ? `it names another UPI ID. ${ASK}` : ''
  const ours = to.acc_number ?? ''
  const expected = describeAccount(ours)
  if (check && check !== expected)
    return `it was written for ${check.slice(0, 40)}, ours has ${expected}. ${ASK}`
  if (!account || isSameAccount(account, ours)) return ''
  const theirs = /^\d+$/.test(account) ? describeAccount(account) : `‘${account.slice(0, 20)}’`
  return `it names an account of ${theirs}, ours has ${expected}. ${ASK}`
}

/** An answer to an earlier file gives nothing back while a later one may still be paid. */
async function findStale(found: Withdrawal, { becomes }: Said): Promise<string> {
  if (becomes !== 'refunded' || found.status !== 'processing') return ''
  const batches = await listBatchesOfWithdrawal(found.id)
  const now = batches.find(({ left_at }) => left_at === null)
  const before = batches.find(({ left_at }) => left_at !== null)
  return now && before
    ? `it was in batch ${before.id} and is in ${now.id}: where this answers ${now.id}, return it by hand, even so`
    : ''
}
