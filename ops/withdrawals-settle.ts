/** `withdrawals approve`, `refuse`, `ask`, `paid`, `fail` and `returned`: one step each. */
import { findUserById } from '~/accounts/users.server'
import { formatTime } from '~/dates'
import { formatRupees } from '~/money'
import { correctUtr } from '~/wallet/correct-utr.server'
import {
  approveWithdrawal,
  failWithdrawal,
  payWithdrawal,
  readDestination,
  refuseWithdrawal,
  returnWithdrawal,
  type WithProvider,
} from '~/wallet/payouts.server'
import { providerForNew } from '~/wallet/payout/providers.server'
import { sendNow } from '~/wallet/payout/send-due.server'
import type { Moved, Status, UtrUsed } from '~/wallet/withdrawal-moves.server'
import type { Withdrawal } from '~/wallet/withdrawals.server'
import { counted } from './shown'
import { confirm, confirmMoney, RefusedCommand, say, sayJson, type Answers } from './terminal'
import { forScripts, noWithdrawal, requireWithdrawal, show } from './withdrawals-list'

const LABELS: Record<string, string> = {
  upi: 'UPI ID',
  acc_number: 'account number',
  acc_holder_name: 'account holder',
  ifsc_code: 'IFSC',
  bank_name: 'CRN number',
}

export async function approve(ids: number[], { json, yes }: Answers): Promise<void> {
  const provider = providerForNew()
  const wanted = await Promise.all(ids.map(requireWithdrawal))
  await Promise.all(wanted.map(requireFree))
  // By hand nothing has moved yet; a provider pays at once.
  if (provider) {
    const sum = wanted.reduce((total, { amount_paise }) => total + amount_paise, 0n)
    await confirmMoney(`Send ${formatRupees(sum)}, ${counted(ids.length, 'withdrawal')}, by ${provider}?`, {
      yes,
    })
  }
  const done: Withdrawal[] = []
  for (const id of ids) done.push(moved(await approveWithdrawal(id), id, 'approved'))
  if (json) {
    const rows = done.map((w) => ({ ...forScripts(w), destination: readDestination(w) }))
    return sayJson(rows.length === 1 ? rows[0] : rows)
  }
  for (const withdrawal of done) sayApproved(withdrawal, provider)
}

function sayApproved(withdrawal: Withdrawal, provider: string | null): void {
  const { id, amount_paise } = withdrawal
  if (provider) return say`Withdrawal ${id} goes to ${provider}: ${formatRupees(amount_paise)}.`
  say`Withdrawal ${id} is being processed. Pay ${formatRupees(amount_paise)} to:`
  for (const [name, value] of Object.entries(readDestination(withdrawal)))
    if (value) say`  ${LABELS[name] ?? name}: ${value}`
  say`Then: npm run ops -- withdrawals paid ${id} --utr <the bank's reference>`
}

/** Whoever is on hold is not paid before it is lifted. */
async function requireFree({ id, user_id, status }: Withdrawal): Promise<void> {
  const until = (await findUserById(user_id))?.payout_hold_until
  if (status === 'requested' && until && until.getTime() > Date.now())
    throw new RefusedCommand(
      `Withdrawal ${id}: member ${user_id} is on hold until ${formatTime(until)}. \`users release ${user_id}\` lifts it.`,
    )
}

export async function refuse(id: number, { reason, ...answers }: Answers & { reason: string }) {
  const found = await requireWithdrawal(id)
  const amount = formatRupees(found.amount_paise)
  await confirmMoney(`Refuse member ${found.user_id} the withdrawal of ${amount}?`, answers)
  const withdrawal = moved(await refuseWithdrawal(id, reason.replace(/\.$/, '')), id, 'refused')
  if (answers.json) return sayJson(forScripts(withdrawal))
  say`Withdrawal ${id} is refused: ${amount} went back to the wallet.`
}

export async function askProvider(id: number, answers: Answers): Promise<void> {
  await requireWithdrawal(id)
  if (!(await sendNow(id)))
    throw new RefusedCommand(`Withdrawal ${id} is with no provider, or the worker is asking just now.`)
  await show(id, answers)
}

interface ByHand extends Answers {
  evenSo?: boolean
}

export async function paid(id: number, { utr, evenSo, ...answers }: ByHand & { utr: string }): Promise<void> {
  const found = await requireWithdrawal(id)
  await confirmMoney(`Note ${formatRupees(found.amount_paise)} as paid to member ${found.user_id}?`, answers)
  const withdrawal = moved(await payWithdrawal(id, utr, { evenSo }), id, 'marked as paid')
  if (answers.json) return sayJson(forScripts(withdrawal))
  say`Withdrawal ${id} is paid: ${formatRupees(withdrawal.amount_paise)}, UTR ${utr}.`
}

/** The action of `withdrawals correct-utr`. */
export async function correct(
  id: number,
  { utr, reason, ...answers }: Answers & { utr: string; reason: string },
): Promise<void> {
  const found = await requireWithdrawal(id)
  const now = found.utr === null ? '' : `, which has ${found.utr},`
  await confirm(`Give withdrawal ${id}${now} the UTR ${utr}?`, answers)
  const withdrawal = moved(await correctUtr(id, utr, reason), id, 'given another UTR')
  if (answers.json) return sayJson(forScripts(withdrawal))
  say`Withdrawal ${id} has the UTR ${utr}; member ${withdrawal.user_id} is told.`
}

export async function fail(
  id: number,
  { reason, evenSo, ...answers }: ByHand & { reason: string },
): Promise<void> {
  const found = await requireWithdrawal(id)
  await confirmMoney(`Give ${formatRupees(found.amount_paise)} back to member ${found.user_id}?`, answers)
  const withdrawal = moved(await failWithdrawal(id, reason, { evenSo }), id, 'failed')
  if (answers.json) return sayJson(forScripts(withdrawal))
  say`Withdrawal ${id} has failed: ${formatRupees(withdrawal.amount_paise)} is back in the wallet.`
}

export async function returned(id: number, { reason, ...answers }: Answers & { reason: string }) {
  const found = await requireWithdrawal(id)
  const amount = formatRupees(found.amount_paise)
  await confirmMoney(`Did the bank send ${amount} of member ${found.user_id} back to us?`, answers)
  const withdrawal = moved(await returnWithdrawal(id, reason), id, 'returned')
  if (answers.json) return sayJson(forScripts(withdrawal))
  say`Withdrawal ${id} came back: ${amount} is in the wallet again.`
}

type Answer = Moved | WithProvider | UtrUsed

export function moved(answer: Answer, id: number, what: string): Withdrawal {
  if (answer.ok) return answer.withdrawal
  throw new RefusedCommand(refusalOf(answer, id, what))
}

/** Why not, in words. */
export function refusalOf(answer: Exclude<Answer, { ok: true }>, id: number, what: string): string {
  if (answer.reason === 'not-found') return noWithdrawal(id)
  if (answer.reason === 'with-provider')
    return `Withdrawal ${id} was sent to ${answer.provider}, which may still pay it: look there first. --even-so does it all the same.`
  if (answer.reason === 'utr-used')
    return `Withdrawal ${id} cannot have this UTR: it is that of withdrawal ${answer.withdrawalId}, and each payment has one of its own. Look it up at the bank; where ${answer.withdrawalId} has a mistyped one, \`withdrawals correct-utr ${answer.withdrawalId}\` corrects that.`
  return `Withdrawal ${id} is ${answer.status}: it cannot be ${what}.${adviceFor(answer.status, what)}`
}

/** The command that fits the status instead. */
function adviceFor(status: Status, what: string): string {
  if (status === 'requested')
    return what === 'failed' ? ' `withdrawals refuse` gives it back.' : ' Approve it first.'
  return status === 'processing' && what === 'refused' ? ' `withdrawals fail` gives it back.' : ''
}
