// Faults planted into the source of the application. Where a lock is removed, `meet` (meeting.ts) makes each reader wait
// until the others have read as well, so that the fault does not depend on timing.
import type { Plugin } from 'vite'

export interface Fault {
  file: string
  /** Occurs exactly once in the file. */
  is: string
  becomes: string
  and?: Fault
}

export const FAULTS: Record<string, Fault> = {
  'the lock of the wallets is out': {
    file: 'app/wallet/ledger/ledger.server.ts',
    is: '       FOR NO KEY UPDATE`)',
    becomes: '`)',
    and: {
      file: 'app/wallet/ledger/ledger.server.ts',
      is: 'let rows = await lockAccounts(tx, [wanted])',
      becomes: 'let rows = await lockAccounts(tx, [wanted]).then(meet)',
    },
  },
  'the lock of the sale is out': {
    file: 'app/tracking/reported-clicks.server.ts',
    is: 'await clickLocked(tx, { network, clickId })',
    becomes: 'await clickById(tx, { network, clickId }).then(meet)',
    // Waiting for an older report of the sale means waiting for the process that applies it.
    and: {
      file: 'app/tracking/inbox-order.server.ts',
      is: 'await lockOlder(tx, row, read)',
      becomes: '[] as InboxRow[]',
    },
  },
  'the lock of the withdrawal is out': {
    file: 'app/wallet/withdrawals/withdrawal-moves.server.ts',
    is: `  await lockWalletOf(tx, id)
  const [found] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), owner))
`,
    becomes: `  const [found] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), owner))
    .then(meet)
`,
  },
  'cashback is rounded up': {
    file: 'app/tracking/rate.ts',
    is: '((sale ?? 0n) * rate.payout_hundredths)',
    becomes: '((sale ?? 0n) * rate.payout_hundredths + 9_999n)',
  },
  'a referral is rounded up': {
    file: 'app/wallet/ledger/cashback.server.ts',
    is: '(granted * REFERRAL_PERCENT)',
    becomes: '(granted * REFERRAL_PERCENT + 99n)',
  },
  'a referral is computed on the change alone': {
    file: 'app/wallet/ledger/cashback.server.ts',
    is: 'await adjust(tx, referrer, to.referral - s.from.referral, {',
    becomes: 'await adjust(tx, referrer, referralOf(paise(to.granted - s.from.granted)), {',
  },
  'a debt is not repaid': {
    file: 'app/wallet/ledger/credit.server.ts',
    is: 'if (repaid > 0n)',
    becomes: 'if (repaid < 0n)',
  },
  'a debt leaves what is only requested': {
    file: 'app/wallet/withdrawals/call-off.server.ts',
    is: 'while (debt > 0n)',
    becomes: 'while (debt < 0n)',
  },
  'a debt calls off what was asked for first': {
    file: 'app/wallet/withdrawals/call-off.server.ts',
    is: 'desc(withdrawals.id)',
    becomes: 'withdrawals.id',
  },
  'a debt calls off more than it needs': {
    file: 'app/wallet/withdrawals/call-off.server.ts',
    is: 'debt = after!.debt',
    becomes: 'void after',
  },
  'a debt is not booked': {
    file: 'app/wallet/ledger/credit.server.ts',
    is: 'if (owed > 0n)',
    becomes: 'if (owed < 0n)',
  },
  'the repeat of a report is not seen': {
    file: 'app/tracking/conversion-states.ts',
    is: 'if (isSame(now, event))',
    becomes: 'if (false)',
  },
  'the repeat of a request is not seen': {
    file: 'app/wallet/withdrawals/withdrawals.server.ts',
    is: 'if (earlier) return',
    becomes: 'if (false) return',
  },
  'the repeat of a step is not seen': {
    file: 'app/wallet/withdrawals/withdrawal-moves.server.ts',
    is: 'if (isRepeat(found, step))',
    becomes: 'if (false)',
  },
  'a change is posted under the reference of the first': {
    file: 'app/wallet/ledger/cashback.server.ts',
    is: ':r${s.revision}`',
    becomes: ':r1`',
  },
  'an older report is left open': {
    file: 'app/tracking/inbox-order.server.ts',
    is: 'await lockOlder(tx, row, read)',
    becomes: '[] as InboxRow[]',
  },
  'what waits in quarantine outlives a later report': {
    file: 'app/tracking/inbox-order.server.ts',
    is: 'rankOf(read.report) <= rankOf(by.report)',
    becomes: 'false',
  },
  'what the operator credits is what was promised': {
    file: 'app/tracking/evaluate-report.ts',
    is: "accept === 'up-to-cap' ? cashbackOf(click, sale) : accept",
    becomes: 'cashbackOf(click, sale)',
  },
  'the loss on a sale is not looked at': {
    file: 'app/tracking/limits.server.ts',
    is: 'commission !== null && granted',
    becomes: 'false && granted',
  },
  'the limit of a day is not looked at': {
    file: 'app/tracking/limits.server.ts',
    is: 'today + cashback - before > MOST_CASHBACK_A_DAY',
    becomes: 'today < 0n',
  },
  'a hold does not stop a request': {
    file: 'app/wallet/withdrawals/withdrawal-rules.ts',
    is: "(wallet.hold && refused('on-hold', wallet.hold))",
    becomes: 'null',
  },
  'a debt does not stop an export': {
    file: 'app/wallet/withdrawals/obstacles.server.ts',
    is: 'if (debt > 0n && !despiteDebt)',
    becomes: 'if (debt < 0n)',
  },
  'a debt stays with the deleted account': {
    file: 'app/wallet/inherited-debt.server.ts',
    is: 'if (deleted.debt === 0n) return deleted.debt',
    becomes: 'if (deleted.debt >= 0n) return paise(0n)',
  },
  'what is lifted is not given back': {
    file: 'app/privacy/lift-departures.server.ts',
    is: 'if (moved_paise > 0n) {',
    becomes: 'if (moved_paise < 0n) {',
  },
  'an approval after a rejection is credited': {
    file: 'app/tracking/conversion-states.ts',
    is: "{ outcome: 'quarantined', reason: 'after-rejection' }",
    becomes: "become('approved', { granted: event.cashback })",
  },
  'a late pending takes the cashback back': {
    file: 'app/tracking/conversion-states.ts',
    is: "return { outcome: 'stale' }",
    becomes: "return become('pending', { pending: event.cashback })",
  },
  'the cap is not looked at': {
    file: 'app/tracking/rate.ts',
    is: 'uncapped > rate.cap_paise',
    becomes: 'uncapped < 0n',
  },
  'the rate is the one of today': {
    file: 'app/tracking/reported-clicks.server.ts',
    is: 'payout_hundredths: clicks.payout_hundredths',
    becomes: 'payout_hundredths: campaigns.payout_hundredths',
  },
  'a refund comes from the bank': {
    file: 'app/wallet/withdrawals/withdrawal-moves.server.ts',
    is: "status === 'returned' ? houseAccount('bank') : clearing",
    becomes: "houseAccount('bank')",
  },
  'anybody may call a withdrawal off': {
    file: 'app/wallet/withdrawals/withdrawal-moves.server.ts',
    is: 'eq(withdrawals.user_id, ownerId)',
    becomes: 'undefined',
  },
  'an answer that was lost gives the money back': {
    file: 'app/wallet/payout/send-due.server.ts',
    is: "takeStep(tx, withdrawal!, { to: 'unknown' })",
    becomes: "takeStep(tx, withdrawal!, { to: 'refunded', reason: 'lost' })",
  },
  'two workers may be at one order': {
    file: 'app/wallet/payout/send-due.server.ts',
    is: 'or(isNull(payoutOrders.leased_until), lte(payoutOrders.leased_until, sql`now()`)),',
    becomes: '',
  },
  'an order is sent again to a provider that would pay it twice': {
    file: 'app/wallet/payout/cashfree.server.ts',
    is: 'repeatsSafely: false',
    becomes: 'repeatsSafely: true',
  },
  'the operator may settle what a provider has': {
    file: 'app/wallet/withdrawals/payouts.server.ts',
    is: 'if (isOut && !evenSo)',
    becomes: 'if (false)',
  },
  'a transfer is paid before the bank has given its reference': {
    file: 'app/wallet/payout/orders.server.ts',
    is: "told.says === 'paid' ? referenceFrom(order, told)",
    becomes: "told.says === 'paid' ? (told.utr ?? told.number)",
  },
  'what came back from the bank stays paid': {
    file: 'app/wallet/payout/orders.server.ts',
    is: "if (told.says === 'reversed') {",
    becomes: 'if (false) {',
  },
  'the first commission that was reported stays': {
    file: 'app/tracking/conversions.server.ts',
    is: 'sale.networkPayout ?? now?.network_payout_paise ?? null',
    becomes: 'now?.network_payout_paise ?? sale.networkPayout ?? null',
  },
  'whoever asked for an adjustment may approve it': {
    file: 'app/wallet/adjustments/adjust.server.ts',
    is: "if (asked_by === osUser) return refused('own', { adjustment })",
    becomes: '',
  },
  'parts of an adjustment pass without a second account': {
    file: 'app/wallet/adjustments/adjust.server.ts',
    is: 'return BigInt(row!.total) + amount > limit',
    becomes: 'return BigInt(row!.total) >= 0n && amount > limit',
  },
  'more is written off than is owed': {
    file: 'app/wallet/adjustments/adjust.server.ts',
    is: 'amount > debt ?',
    becomes: 'amount < debt ?',
  },
  'an adjustment is approved as it was when it was asked for': {
    file: 'app/wallet/adjustments/adjust.server.ts',
    is: `    if (impossible) return impossible
    const adjustment = await decide(`,
    becomes: '    const adjustment = await decide(',
  },
  'two may decide about one adjustment': {
    file: 'app/wallet/adjustments/adjust.server.ts',
    is: ".where(eq(adjustments.id, id)).for('update')",
    becomes: '.where(eq(adjustments.id, id)).then(meet)',
  },
  'a debit leaves what is only requested': {
    file: 'app/wallet/adjustments/post.server.ts',
    is: "await callOffForDebt(tx, await takeFromWallet(tx, wallet, credit), 'a correction')",
    becomes: 'await takeFromWallet(tx, wallet, credit)',
  },
  'a payment of a network is posted twice': {
    file: 'app/wallet/settlement/network-payments.server.ts',
    is: 'if (earlier && !earlier.isReversed)',
    becomes: 'if (false)',
  },
  'a network pays more than is open': {
    file: 'app/wallet/settlement/network-payments.server.ts',
    is: 'const isMore = commission > 0n ? commission > sale.open : commission < sale.open',
    becomes: 'const isMore = false',
  },
  'the GST that a network pays settles commission': {
    file: 'app/wallet/settlement/settle.server.ts',
    is: "['received', 'bank', 'network_receivable', amount - gst]",
    becomes: "['received', 'bank', 'network_receivable', amount]",
  },
}

/** A Vite plugin; throws if the source no longer contains `is`. */
export const plant = (fault: Fault): Plugin => ({
  name: 'plant',
  enforce: 'pre',
  transform(code, id) {
    const { file, is, becomes } = [fault, fault.and].find((one) => isFile(id, one?.file)) ?? {}
    if (is === undefined) return undefined
    if (code.split(is).length !== 2) throw new Error(`${file} does not have once: ${is}`)
    return code.replace(is, () => becomes!)
  },
})

const isFile = (id: string, file: string | undefined) =>
  file !== undefined && id.replaceAll('\\', '/').endsWith(`/${file}`)
