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
  'wallets are not locked': {
    file: 'app/domain/wallet/ledger.server.ts',
    is: '       FOR NO KEY UPDATE`)',
    becomes: '`)',
    and: {
      file: 'app/domain/wallet/ledger.server.ts',
      is: 'let rows = await lockAccounts(tx, [wanted])',
      becomes: 'let rows = await lockAccounts(tx, [wanted]).then(meet)',
    },
  },
  'the sale is not locked': {
    file: 'app/domain/tracking/sales/reported-clicks.server.ts',
    is: 'await clickLocked(tx, { network, clickId })',
    becomes: 'await clickById(tx, { network, clickId }).then(meet)',
    // Waiting for an older report of the sale means waiting for the process that applies it.
    and: {
      file: 'app/domain/tracking/sales/inbox-order.server.ts',
      is: 'await lockOlder(tx, row, read)',
      becomes: '[] as InboxRow[]',
    },
  },
  'the withdrawal is not locked': {
    file: 'app/domain/wallet/withdrawal-steps.server.ts',
    is: `  await lockWalletOfWithdrawal(tx, id)
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
    file: 'app/domain/tracking/promise.ts',
    is: '((sale ?? 0n) * rate.payout_hundredths)',
    becomes: '((sale ?? 0n) * rate.payout_hundredths + 9_999n)',
  },
  'a referral is rounded up': {
    file: 'app/platform/formats/money.ts',
    is: '(cashback * rate)',
    becomes: '(cashback * rate + 9_999n)',
  },
  'a referral is computed only on the change': {
    file: 'app/domain/wallet/grants.server.ts',
    is: 'await adjust(tx, referrer, to.referral - from.referral, {',
    becomes: 'await adjust(tx, referrer, ((to.granted - from.granted) * 2000n) / 10_000n, {',
  },
  'a debt is not repaid': {
    file: 'app/domain/wallet/credits.server.ts',
    is: 'if (repaid > 0n)',
    becomes: 'if (repaid < 0n)',
  },
  'a debt does not cancel requested withdrawals': {
    file: 'app/domain/wallet/withdrawal-steps.server.ts',
    is: 'while (debt > 0n)',
    becomes: 'while (debt < 0n)',
  },
  'a debt cancels the oldest withdrawals first': {
    file: 'app/domain/wallet/withdrawal-steps.server.ts',
    is: 'desc(withdrawals.id)',
    becomes: 'withdrawals.id',
  },
  'a debt cancels more withdrawals than it needs': {
    file: 'app/domain/wallet/withdrawal-steps.server.ts',
    is: 'debt = after!.debt',
    becomes: 'void after',
  },
  'a debt is not booked': {
    file: 'app/domain/wallet/credits.server.ts',
    is: 'if (owed > 0n)',
    becomes: 'if (owed < 0n)',
  },
  'a repeated report is not recognised': {
    file: 'app/domain/tracking/conversions.ts',
    is: 'if (isSame(now, event))',
    becomes: 'if (false)',
  },
  'a repeated request is not recognised': {
    file: 'app/domain/wallet/withdrawals.server.ts',
    is: 'if (earlier) return',
    becomes: 'if (false) return',
  },
  'a repeated step is not recognised': {
    file: 'app/domain/wallet/withdrawal-steps.server.ts',
    is: 'if (isRepeat(found, step))',
    becomes: 'if (false)',
  },
  'a change is posted under the reference of the first': {
    file: 'app/domain/wallet/grants.server.ts',
    is: ':r${sale.revision}`',
    becomes: ':r1`',
  },
  'an older report is left open': {
    file: 'app/domain/tracking/sales/inbox-order.server.ts',
    is: 'await lockOlder(tx, row, read)',
    becomes: '[] as InboxRow[]',
  },
  'a quarantined report is not superseded by a later one': {
    file: 'app/domain/tracking/sales/inbox-order.server.ts',
    is: 'getRank(read.report) <= getRank(by.report)',
    becomes: 'false',
  },
  'the operator’s amount is ignored for the promised one': {
    file: 'app/domain/tracking/sales/evaluate-report.ts',
    is: "accept === 'up-to-cap' ? computeCashback(click, amount) : accept",
    becomes: 'computeCashback(click, amount)',
  },
  'the loss limit of a sale is not checked': {
    file: 'app/domain/tracking/sales/limits.server.ts',
    is: 'commission !== null && cashback',
    becomes: 'false && cashback',
  },
  'the daily limit is not checked': {
    file: 'app/domain/tracking/sales/limits.server.ts',
    is: 'today + foreseen + cashback - before > MOST_CASHBACK_A_DAY',
    becomes: 'today < 0n',
  },
  'a hold does not stop a request': {
    file: 'app/domain/wallet/withdrawals.ts',
    is: "(wallet.hold && refused('on-hold', wallet.hold))",
    becomes: 'null',
  },
  'a debt does not stop an export': {
    file: 'app/domain/wallet/blockers.server.ts',
    is: 'if (debt > 0n && !despiteDebt)',
    becomes: 'if (debt < 0n)',
  },
  'a debt stays with the deleted account': {
    file: 'app/domain/wallet/inherited-debt.server.ts',
    is: 'if (deleted.debt === 0n) return deleted.debt',
    becomes: 'if (deleted.debt >= 0n) return paise(0n)',
  },
  'a lifted debt is not given back': {
    file: 'app/domain/privacy/lift-departures.server.ts',
    is: 'if (amount <= 0n) return',
    becomes: 'if (amount >= 0n) return',
  },
  'an approval after a rejection is credited': {
    file: 'app/domain/tracking/conversions.ts',
    is: "{ outcome: 'quarantined', reason: 'after-rejection' }",
    becomes: "transitionTo('approved', { granted: event.cashback })",
  },
  'a late pending report reverses the cashback': {
    file: 'app/domain/tracking/conversions.ts',
    is: "return { outcome: 'stale' }",
    becomes: "return transitionTo('pending', { pending: event.cashback })",
  },
  'the cap is not checked': {
    file: 'app/domain/tracking/promise.ts',
    is: 'uncapped > rate.cap_paise',
    becomes: 'uncapped < 0n',
  },
  'the current rate is used instead of the click’s': {
    file: 'app/domain/tracking/sales/reported-clicks.server.ts',
    is: 'payout_hundredths: clicks.payout_hundredths',
    becomes: 'payout_hundredths: campaigns.payout_hundredths',
  },
  'a refund comes from the bank': {
    file: 'app/domain/wallet/withdrawal-steps.server.ts',
    is: "status === 'returned' ? houseAccount('bank') : clearing",
    becomes: "houseAccount('bank')",
  },
  'another member may cancel a withdrawal': {
    file: 'app/domain/wallet/withdrawal-steps.server.ts',
    is: 'eq(withdrawals.user_id, ownerId)',
    becomes: 'undefined',
  },
  'a lost response refunds the money': {
    file: 'app/domain/wallet/payout-worker.server.ts',
    is: "takeStep(tx, withdrawal!, { to: 'unknown' })",
    becomes: "takeStep(tx, withdrawal!, { to: 'refunded', reason: 'lost' })",
  },
  'two workers may process one order': {
    file: 'app/domain/wallet/payout-worker.server.ts',
    is: 'or(isNull(payoutOrders.leased_until), lte(payoutOrders.leased_until, sql`now()`)),',
    becomes: '',
  },
  'an order is sent again to a provider that would pay it twice': {
    file: 'app/domain/wallet/providers/cashfree.server.ts',
    is: 'repeatsSafely: false',
    becomes: 'repeatsSafely: true',
  },
  'the operator may settle an order at a provider': {
    file: 'app/domain/wallet/withdrawal-decisions.server.ts',
    is: 'if (isOut && !overridesProvider)',
    becomes: 'if (false)',
  },
  'a transfer is paid before it has a bank reference': {
    file: 'app/domain/wallet/payout-orders.server.ts',
    is: "report.status === 'paid' ? findReference(order, report)",
    becomes: "report.status === 'paid' ? (report.utr ?? report.number)",
  },
  'a returned payment stays paid': {
    file: 'app/domain/wallet/payout-orders.server.ts',
    is: "if (report.status === 'reversed') {",
    becomes: 'if (false) {',
  },
  'the first reported commission is kept': {
    file: 'app/domain/tracking/sales/report-columns.ts',
    is: 'sale.networkPayout ?? now?.network_payout_paise ?? null',
    becomes: 'now?.network_payout_paise ?? sale.networkPayout ?? null',
  },
  'the requester of an adjustment may approve it': {
    file: 'app/domain/books/adjustments.server.ts',
    is: "if (to === 'applied' && !judged.agrees) return refused",
    becomes: 'if (false) return refused',
  },
  'parts of an adjustment need no second operator': {
    file: 'app/domain/wallet/budget.server.ts',
    is: 'const earlier = await listCredits(reader, isSame)',
    becomes: 'const earlier: Given[] = []',
  },
  'more is written off than the debt': {
    file: 'app/domain/books/adjustments.server.ts',
    is: 'amount > debt ?',
    becomes: 'amount < debt ?',
  },
  'approval does not recheck an adjustment': {
    file: 'app/domain/books/adjustments.server.ts',
    is: `    if (impossible) return impossible
    const adjustment = await decide(`,
    becomes: '    const adjustment = await decide(',
  },
  'two operators may decide about one adjustment': {
    file: 'app/domain/books/adjustments.server.ts',
    is: ".where(eq(adjustments.id, id)).for('update')",
    becomes: '.where(eq(adjustments.id, id)).then(meet)',
  },
  'a debit does not cancel requested withdrawals': {
    file: 'app/domain/books/adjustments/post.server.ts',
    is: "await cancelForDebt(tx, await takeFromWallet(tx, wallet, debit), 'a correction')",
    becomes: 'await takeFromWallet(tx, wallet, debit)',
  },
  'a network payment is posted twice': {
    file: 'app/domain/books/network-payments.server.ts',
    is: 'if (earlier && !earlier.isReversed)',
    becomes: 'if (false)',
  },
  'a network pays more than is open': {
    file: 'app/domain/books/network-payments/stored-payments.server.ts',
    is: 'const isMore = commission > 0n ? commission > sale.open : commission < sale.open',
    becomes: 'const isMore = false',
  },
  'GST paid by a network settles commission': {
    file: 'app/domain/books/settlements.server.ts',
    is: "['received', 'bank', 'network_receivable', amount - gst]",
    becomes: "['received', 'bank', 'network_receivable', amount]",
  },
  'less than a claim has credited is taken back': {
    file: 'app/domain/tracking/sales/evaluate-report.ts',
    is: "if (accept === null && isLessThanClaim(now, event)) return quarantine('below-claim')",
    becomes: '',
  },
  'the order of a claim is credited again for another visit': {
    file: 'app/domain/tracking/sales/reported-sales.server.ts',
    is: 'sql`${conversions.id} = ANY(${claimedAtStore})`,',
    becomes: 'sql`false`,',
  },
  'an id in exponent form names another sale': {
    file: 'app/platform/formats/identifiers.ts',
    is: '[EXPONENT, CELL_ERROR,',
    becomes: '[CELL_ERROR,',
  },
  'a rounded id in a file names another sale': {
    file: 'app/domain/tracking/sales/identify-sale.ts',
    is: 'report.isFromFile ? findDamaged(report, rows) : undefined',
    becomes: 'undefined as Row | undefined',
  },
}

/** A Vite plugin; throws if the source no longer contains `is`. */
export const plant = (faults: () => Fault[]): Plugin => ({
  name: 'plant',
  enforce: 'pre',
  transform(code, id) {
    const all = faults().flatMap((fault) => (fault.and ? [fault, fault.and] : [fault]))
    const here = all.filter(({ file }) => isFile(id, file))
    if (!here.length) return undefined
    for (const { file, is, becomes } of here) {
      if (code.split(is).length !== 2) throw new Error(`${file} does not have once: ${is}`)
      code = code.replace(is, () => becomes)
    }
    return code
  },
})

const isFile = (id: string, file: string) => id.replaceAll('\\', '/').endsWith(`/${file}`)
