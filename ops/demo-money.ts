import { and, eq, like } from 'drizzle-orm'
import { setHoldingDays } from '~/catalog/rates/holding-days.server'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { clicks } from '~/db/schema/clicks'
import { conversions } from '~/db/schema/conversions'
import { recordClick } from '~/tracking/clicks.server'
import { receivePostback } from '~/tracking/postbacks.server'
import { saveBankDetails, saveUpiDetails } from '~/wallet/details/payout-details.server'
import { findPayoutDetails } from '~/wallet/details/find-payout-details.server'
import { approveWithdrawal, payWithdrawal } from '~/wallet/withdrawals/payouts.server'
import { requestWithdrawal } from '~/wallet/withdrawals/withdrawals.server'
import type { DemoPerson } from './demo-people-seed'
import { DETAILS_SAVED, HOLDING_STORE, VISITS, WITHDRAWALS, type DemoVisit } from './demo-lives'
import { logDemoCommand } from './demo-log'
import type { Act } from './demo-past'
import { RECORDS } from './demo-records'

export interface DemoIds {
  people: ReadonlyMap<DemoPerson, number>
  findOffer: (externalId: string) => number
}

export async function listVisits(ids: DemoIds): Promise<Act[]> {
  const [known, isNew] = await Promise.all([listKnownSales(), hasNoVisit(ids.people.get('Asha Verma')!)])
  const visits = [...VISITS, ...RECORDS].filter(({ sale }) => (sale ? !known.has(sale.id) : isNew))
  return visits.flatMap((visit, at) => visitStore(visit, ids, `192.0.2.${at}`))
}

async function listKnownSales(): Promise<Set<string>> {
  const rows = await db
    .select({ id: conversions.external_id })
    .from(conversions)
    .where(and(eq(conversions.network, 'trackier'), like(conversions.external_id, 'demo-%')))
  return new Set(rows.map(({ id }) => id))
}

async function hasNoVisit(userId: number): Promise<boolean> {
  const found = await db.select({ id: clicks.id }).from(clicks).where(eq(clicks.user_id, userId)).limit(1)
  return found.length === 0
}

function visitStore(
  { who, offer, at, sale }: DemoVisit,
  { people, findOffer }: DemoIds,
  address: string,
): Act[] {
  let clickId: string
  const visit = async () => {
    const visitor = { userId: who && people.get(who)!, address, agent: 'demo seed' }
    const click = await recordClick(findOffer(offer), visitor)
    if (!click.ok) throw new Error(`demo visit of ${offer}: ${click.reason}`)
    clickId = click.clickId
  }
  if (!sale) return [{ at, act: visit }]
  const { id: conversion_id, amount: sale_amount, payout, reports } = sale
  const sendReport = (status: string) => () =>
    receivePostback(
      {
        network: 'trackier',
        method: 'GET',
        raw: { p1: clickId, conversion_id, sale_amount, payout, status },
      },
      (error) => {
        throw error
      },
    )
  return [{ at, act: visit }, ...reports.map(({ at, status }) => ({ at, act: sendReport(status) }))]
}

/** Idempotent. */
export function listWithdrawals(userId: number): Act[] {
  return [
    { at: DETAILS_SAVED, act: () => saveDetails(userId) },
    ...WITHDRAWALS.flatMap(({ at, paid, ...request }): Act[] => {
      const ask = () => requestWithdrawal(userId, request)
      return [
        { at, act: ask },
        ...(paid ? [{ at: paid.at, act: (at: Date) => payAsOperator(ask, at, paid.utr) }] : []),
      ]
    }),
  ]
}

async function saveDetails(userId: number): Promise<void> {
  const details = await findPayoutDetails(userId)
  const bank = {
    acc_number: '000123456789',
    acc_holder_name: 'Asha Verma',
    ifsc_code: 'DEMO0000001',
    bank_name: '',
  }
  if (!details.bank) await saveBankDetails(userId, bank)
  if (!details.upi) await saveUpiDetails(userId, { upi: 'asha.verma@demobank' }, { holds: false })
}

/** `ask` returns the earlier request if there is one. */
async function payAsOperator(
  ask: () => ReturnType<typeof requestWithdrawal>,
  at: Date,
  utr: string,
): Promise<void> {
  const requested = await ask()
  // Somebody who tries the demo may have spent the money.
  if (!requested.ok) return
  const { id, status } = requested.withdrawal
  if (status !== 'requested' && status !== 'processing') return
  await logDemoCommand(`withdrawals paid ${id}`, at, async () => {
    if (status === 'requested') await approveWithdrawal(id)
    await payWithdrawal(id, utr)
  })
}

export async function holdSales(findOffer: DemoIds['findOffer']): Promise<void> {
  const { offer, days } = HOLDING_STORE
  const [store] = await db
    .select({ id: brands.id, held: brands.holding_days })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(campaigns.id, findOffer(offer)))
  if (store!.held !== null) return
  const { id } = store!
  await logDemoCommand(`catalogue holding ${id} ${days}`, undefined, () => setHoldingDays(id, days))
}
