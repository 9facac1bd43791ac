/** Sample books with every kind of row, created by the application, for the corruptions. */
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { acceptedSteps, approvals, operators, rowSteps } from '~/platform/db/schema/operations'
import { numberChanges } from '~/platform/db/schema/addresses'
import { allowedLinks } from '~/platform/db/schema/catalogue'
import { deskAccess, deskRecoveryCodes, deskSessions } from '~/platform/db/schema/desk'
import { clicks, visitTerms } from '~/platform/db/schema/clicks'
import { payoutConflicts, payoutEvents, payoutOrders } from '~/platform/db/schema/payouts'
import { otpChallenges, sessions, users } from '~/platform/db/schema/members'
import { paise } from '~/platform/formats/money'
import type { TypedInput } from '~/desk/command-text'
import { runChange } from '~/desk/run-change.server'
import { closeAccount } from '~/domain/privacy/deletion.server'
import { raiseSignal } from '~/domain/signals/signals.server'
import { creditClaim } from '~/domain/tracking/claim-credits.server'
import { declineClaim } from '~/domain/tracking/claim-decisions.server'
import { openMemberClaim, appealClaim } from '~/domain/tracking/member-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { addAdjustment, type NewAdjustment, approveAdjustment } from '~/domain/books/adjustments.server'
import { correctUtr } from '~/domain/wallet/withdrawal-steps.server'
import { holdMember } from '~/domain/wallet/holds.server'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from '~/domain/wallet/withdrawal-decisions.server'
import { resolveConflict } from '~/domain/wallet/payout-conflicts.server'
import { makeBatch, recordWritten } from '~/domain/wallet/bank-files.server'
import { saveBankDetails, saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { closeMonth } from '~/domain/books/month-end.server'
import { recordCorrection } from '~/domain/books/closed-months.server'
import { noteInvoice } from '~/domain/books/invoices.server'
import { postNetworkPayment, reverseSettlement, writeOffSales } from '~/domain/books/network-payments.server'
import { listOpenSales } from '~/domain/books/open-commission.server'
import { BANK_HEADINGS, readBankStatement } from '~/domain/books/bank'
import { reconcileBank } from '~/domain/books/bank.server'
import { requestAmount } from '../../wallet/payout-support'
import { planRate } from '~/domain/catalog/planned-rates.server'
import { addSale } from '../../support/flash-sale'
import { byCommand, click, makeOffer, member, receive } from '../../wallet/support'
import { makeCall } from '../../support/calls'
import { rewrite } from '../../support/rewrite'
import { changeSettings } from '../../support/settings'

const report = (p1: string, conversion_id: string, status: string, sale_amount: string) =>
  receive({ p1, conversion_id, status, sale_amount, payout: '600' })

/** Withdrawals: one paid, one paid with a corrected UTR, one refunded from a batch. */
async function payOut(shopper: number): Promise<void> {
  const [paid, failed] = [await requestAmount(shopper, '100'), await requestAmount(shopper, '50')]
  const corrected = await requestAmount(shopper, '20')
  await byCommand('withdrawals work', 'asha', async () => {
    await approveWithdrawal(paid)
    await payWithdrawal(paid, 'UTR0000001')
    await approveWithdrawal(corrected)
    await db
      .insert(payoutOrders)
      .values({ withdrawal_id: corrected, provider: 'cashfree', reference: 'ORDER1', stage: 'done' })
    await payWithdrawal(corrected, 'UTR0000003')
    await correctUtr(corrected, 'UTR0000002', 'Mistyped')
    await approveWithdrawal(failed)
    const made = await makeBatch('test', 'bank.csv')
    if (!made.ok) throw new Error(made.reason)
    await recordWritten(made.batch.id)
    await failWithdrawal(failed, 'Closed')
  })
}

/** H, of a store that holds what it confirms. */
async function holdSale(clickId: string): Promise<void> {
  const store = sql`(SELECT c.brand_id FROM campaigns c JOIN clicks k ON k.campaign_id = c.id WHERE k.id = ${clickId})`
  await byCommand('stores set', 'asha', () =>
    db.execute(sql`UPDATE brands SET holding_days = 30 WHERE id = ${store}`),
  )
  await report(clickId, 'H', 'approved', '1000')
}

/** Claims: one credited and not reported since, one declined and appealed, one of a withdrawal. */
async function settleClaims(shopper: number): Promise<void> {
  const openOne = async (orderNumber: string) => {
    const clickId = await click(shopper)
    await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${clickId}`)
    const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
    const given = { kind: 'missing', text: 'It is missing', orderNumber } as const
    const opened = await openMemberClaim(shopper, { visit: formatVisitNumber(row!.seq) }, given)
    if (!opened.ok) throw new Error(opened.reason)
    return opened.claim.id
  }
  const [credited, declined] = [await openOne('CLAIMED-1'), await openOne('CLAIMED-2')]
  await byCommand('claims credit', 'asha', () =>
    creditClaim(credited, {
      amount: paise(600_00n),
      text: 'Confirmed',
      hand: { by: 'asha', consent: 'none' },
    }),
  )
  await byCommand('claims decline', 'asha', () => declineClaim(declined, 'code', 'No'))
  await appealClaim(shopper, declined, 'It was right')
}

/** A provider that contradicted the books, until an operator resolved it. */
async function contradict(): Promise<void> {
  const [conflict] = await db
    .insert(payoutConflicts)
    .values({
      withdrawal_id: sql`(SELECT withdrawal_id FROM payout_orders)`,
      provider: 'cashfree',
      reason: 'failed after it was paid',
      word: 'FAILED',
      number: '1001',
      amount_paise: 20_00n,
    })
    .returning()
  await byCommand('conflicts resolve', 'asha', () => resolveConflict(conflict!.id, 'It was paid'))
}

/** A member on hold who deleted the account. */
async function leave(): Promise<void> {
  const [left] = await db
    .insert(users)
    .values({ username: 'Leaving', phone_number: '+919000000001', referral_code: 'LEAVING' })
    .returning()
  await holdMember(left!.id, new Date('2099-01-01T00:00:00Z'), 'of a check')
  const closed = await closeAccount(left!.id, { forfeit: true })
  if (!closed.ok) throw new Error(closed.reason)
}

/** Adjustments: one applied, goodwill approved by a second operator, one waiting. */
async function adjust(userId: number): Promise<void> {
  const credit = { userId, kind: 'credit', amount: paise(7_00n), reason: 'A test' } as const
  const add = (of: NewAdjustment) => byCommand('adjustments add', 'asha', () => addAdjustment(of, 'asha'))
  await add(credit)
  await changeSettings({ FOUR_EYES_ABOVE: '0' })
  const gift = await add({ ...credit, kind: 'goodwill' })
  await add({ ...credit, amount: paise(8_00n) })
  await changeSettings({ FOUR_EYES_ABOVE: 'unset' })
  if (!gift.ok) throw new Error(gift.reason)
  await byCommand('adjustments approve', 'ravi', () => approveAdjustment(gift.adjustment.id, 'ravi'))
}

/** Invitations: one that a second person agreed to, one refused, one that waits. */
async function invite(): Promise<void> {
  const call = async (osAccount: string, name: string, typed: TypedInput) =>
    makeCall(name, typed, { osAccount })
  const names = ['Bea Rao', 'Cat Roy', 'Dev Rana']
  for (const name of names)
    await runChange(await call('asha', 'operators invite', { name, role: 'support', print: 'yes' }))
  await runChange(await call('ravi', 'operators invite', { name: 'Bea Rao', role: 'support', print: 'yes' }))
  const [refused] = await db
    .select()
    .from(approvals)
    .where(sql`effect LIKE '%Cat Roy%'`)
  await runChange(await call('ravi', 'approvals refuse', { id: String(refused!.id) }))
}

/** Ways into the account of this member and to the desk, and a host of tracking links. */
async function openAccess(userId: number): Promise<void> {
  const later = new Date(Date.now() + 86_400_000)
  await db.insert(sessions).values({
    token_hash: 'of a session',
    kind: 'cookie',
    user_id: userId,
    opened_by: 'password',
    expires_at: later,
  })
  await db
    .insert(otpChallenges)
    .values({ purpose: 'otp-sign-in', phone_number: '+919000000009', provider: 'demo', expires_at: later })
  await db
    .insert(numberChanges)
    .values({ user_id: userId, old_phone: '1', new_phone: '2', email: 'a@b.example', due_at: later })
  const [operator] = await db.select().from(operators).limit(1)
  const operator_id = operator!.id
  await db.insert(deskAccess).values({ operator_id, password_hash: 'of a password' }).onConflictDoNothing()
  await db.insert(deskRecoveryCodes).values({ operator_id, code_hash: 'of a code' })
  await db
    .insert(deskSessions)
    .values({ token_hash: 'of the desk', operator_id, stage: 'open', code_at: new Date(), expires_at: later })
  await db
    .insert(allowedLinks)
    .values({ network: 'trackier', host: 'go.example', publisher: '1', allowed_by: 'asha' })
  const offer = await makeOffer()
  await addSale(offer.id, { on_date: '2099-01-01', pays: 600n })
  await addSale(offer.id, { weekday: 1, pays: 600n })
  const payout = { hundredths: 600n, model: 'percentage' }
  const planned = { target: { kind: 'offer', id: offer.id }, payout, by: 'asha' } as const
  await planRate({ ...planned, period: { from: later, until: null } }, new Date())
  await db.insert(payoutEvents).values({ provider: 'cashfree', event_id: '1', kind: 'x', body: 'x' })
  await db
    .insert(visitTerms)
    .values({ hash: createHash('sha256').update('Terms').digest('hex'), html: 'Terms' })
  const [step] = await db.select().from(rowSteps).limit(1)
  const { table_name, row_id, id } = step!
  await db
    .insert(acceptedSteps)
    .values({ table_name, row_id, step_id: id, reason: 'A repair', accepted_by: 'asha' })
}

/** The network pays these sales plus GST, less TDS; returns the settlement. */
async function pay(reference: string, commission: Record<string, bigint>): Promise<number> {
  const settled = Object.values(commission).reduce((a, b) => a + b, 0n)
  const [gst, tds] = [(settled * 18n) / 100n, (settled * 2n) / 100n]
  const answer = await postNetworkPayment({
    network: 'trackier',
    reference,
    paidOn: '2026-11-21',
    amount: paise(settled + gst - tds),
    tds: paise(tds),
    gst: paise(gst),
    invoice: null,
    lines: Object.entries(commission).map(([id, of], i) => ({
      line: i + 2,
      conversionId: id,
      ids: [id],
      commission: paise(of),
    })),
    period: {},
    onAccount: false,
    madeBy: 'test',
  })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.id
}

/**
 * A friend, on hold, who referred a shopper. Sales of the shopper: A approved, B pending, C rejected, D approved at its cap; the
 * guest's G, H held; the report of Q waits in quarantine. Withdrawals: one paid, one paid with a corrected UTR, one refunded, one waiting. Adjustments of
 * the friend: one applied, goodwill approved by a second operator, one waiting. A member on hold has left, and a signal is open.
 * The network paid A and a part of D, one of its payments was reversed, and G was written off; an invoice is not paid.
 * One operator is invited; of two more invitations one was refused and one waits for a second person.
 * The shopper has a session, a code and a change of the number, the operator access to the desk.
 * A bank statement confirmed one withdrawal, with a fee, and one payment of the network. A month before all is closed.
 */
export async function createSampleBooks(): Promise<void> {
  const friend = await member()
  const shopper = await member(friend)
  const [clickId, capped, guests] = [
    await click(shopper),
    await click(shopper, { cap_paise: 5_000n }),
    await click(9),
  ]
  await saveUpiDetails(friend, { upi: 'ravi@okbank' })
  await saveUpiDetails(shopper, { upi: 'asha@okbank' })
  await report(guests, 'G', 'approved', '1000')
  await report(clickId, 'A', 'approved', '10000')
  await report(clickId, 'B', 'pending', '3000')
  await report(clickId, 'C', 'rejected', '10')
  await report(capped, 'D', 'approved', '1000')
  await report(clickId, 'Q', 'approved', 'ten')
  await holdSale(await click(shopper))
  await settleClaims(shopper)
  await payOut(shopper)
  await contradict()
  await requestAmount(shopper, '30')
  await saveBankDetails(friend, {
    acc_number: '123456789012',
    acc_holder_name: 'Ravi Rao',
    ifsc_code: 'HDFC0000001',
    bank_name: 'HDFC',
  })
  await leave()
  await db.transaction((tx) =>
    raiseSignal(tx, { kind: 'same-destination', facts: 'a test', members: [friend, shopper] }),
  )
  await adjust(friend)
  await invite()
  await openAccess(shopper)
  await holdMember(friend, new Date('2099-01-01T00:00:00Z'), 'of a check of your last sales')
  await pay('PAY0000001', { A: 60_000n, D: 30_000n })
  const wrong = await pay('PAY0000002', { D: 1_000n })
  await reverseSettlement(wrong, { reason: 'Mistyped', madeBy: 'test' })
  const noted = { network: 'trackier', number: 'INV-1', invoicedOn: '2026-11-21', madeBy: 'test' }
  await noteInvoice({ ...noted, commission: paise(10_000n), gst: paise(1_800n) })
  const [unpaid] = await listOpenSales(db, { externalIds: ['G'] })
  const given = { network: 'trackier', sales: [unpaid!.id], period: {}, reason: 'Disputed', madeBy: 'test' }
  await writeOffSales(given)
  const statement = 'date,utr,amount,fee\n2026-11-21,UTR0000001,-100,5.90\n2026-11-21,PAY0000001,1044,\n'
  const { rows } = readBankStatement(statement, BANK_HEADINGS)
  await reconcileBank(rows, { period: {}, apply: true, madeBy: 'test' })
  await byCommand('books close 2025-01', 'test', () => closeMonth('2025-01', 'test'))
  await db.transaction((tx) => recordCorrection(tx, '2025-01', { ref_type: 'settlement', ref_id: wrong }))
}
