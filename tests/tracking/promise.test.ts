/** How long the rate of a click is kept (docs/rules.md#58), on the real inbox. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setPromiseDays } from '~/domain/catalog/set-rates.server'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import type { NetworkName } from '~/platform/config/networks'
import { creditClaim } from '~/domain/tracking/claim-credits.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { recordClick } from '~/domain/tracking/clicks.server'
import { resolveAccepted } from '~/domain/tracking/quarantine.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { paise } from '~/platform/formats/money'
import { readWallet } from '~/domain/wallet/sums.server'
import { sendReport } from '../support/reports'
import { rewrite } from '../support/rewrite'
import { changeSettings } from '../support/settings'
import { makeOffer, click, member, receive, typeCommands } from '../wallet/support'

beforeAll(() => typeCommands('postbacks', 'claims credit', 'catalogue'))

let serial = 0

const age = (clickId: string, days: number) =>
  rewrite(
    sql`UPDATE clicks SET created_at = created_at - make_interval(days => ${days}) WHERE id = ${clickId}`,
  )

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** A click of so many days ago at 5 %, and what its reports are answered with. */
async function visit(days: number, network: NetworkName = 'trackier') {
  const user = await member()
  const clickId = await click(user, { network })
  await age(clickId, days)
  const conversion_id = `PROMISE${++serial}`
  const report = async (status = 'approved', sale_amount = '1000') => {
    const { reason, outcome } = await sendReport({ p1: clickId, conversion_id, sale_amount, status })
    return reason ?? outcome
  }
  return { user, clickId, report, conversion_id }
}

const balance = async (user: number) => (await readWallet(user)).available

const findWaiting = async (clickId: string) => {
  const [row] = await db.execute<{ id: string }>(
    sql`SELECT id FROM postback_inbox WHERE click_id = ${clickId} AND outcome = 'quarantined' ORDER BY id DESC LIMIT 1`,
  )
  return Number(row!.id)
}

describe('a report of a click', () => {
  test.each([
    [89, 'approved', 'applied'],
    [89, 'pending', 'applied'],
    [92, 'approved', 'old-click'],
    [92, 'pending', 'old-click'],
    [400, 'approved', 'old-click'],
    [400, 'rejected', 'applied'],
  ])('%i days old that says %s for a new sale is %s', async (days, status, verdict) => {
    const { user, report } = await visit(days)
    expect(await report(status)).toBe(verdict)
    expect(await balance(user)).toBe(verdict === 'applied' && status === 'approved' ? 50_00n : 0n)
  })

  test('whose sale is known is applied at any age: a later stage, a correction, an end', async () => {
    const { user, clickId, report } = await visit(0)
    expect(await report('pending')).toBe('applied')
    await age(clickId, 400)
    expect(await report('approved')).toBe('applied')
    expect(await report('approved', '2000')).toBe('applied')
    expect(await balance(user)).toBe(100_00n)
    expect(await report('rejected')).toBe('applied')
    expect(await balance(user)).toBe(0n)
  })

  test('that a person accepts is credited at the locked rate, and its later stages need nobody', async () => {
    const { user, clickId, report } = await visit(400)
    expect(await report('pending')).toBe('old-click')
    expect(await resolveAccepted(await findWaiting(clickId), 'The store was late')).toMatchObject({
      ok: true,
    })
    expect(await report('approved')).toBe('applied')
    expect(await balance(user)).toBe(50_00n)
  })

  test.each([
    ['within the promise counts', daysAgo(60), 'applied'],
    ['after it does not', daysAgo(5), 'old-click'],
    ['before the click counts for nothing', daysAgo(500), 'old-click'],
    ['that is ahead counts for nothing', '2999-01-01', 'old-click'],
    ['that is none counts for nothing', 'soon', 'old-click'],
  ])('with a day of the order %s', async (_, transactionDate, verdict) => {
    const { clickId, conversion_id } = await visit(120, 'awin')
    const raw = { clickRef: clickId, transactionId: conversion_id, saleAmount: '1000', status: 'approved' }
    const answer = await receive({ ...raw, transactionDate: `${transactionDate}T10:00:00` }, 'awin')
    expect(answer!.reason ?? answer!.outcome).toBe(verdict)
  })
})

test('a claim of an old click is credited', async () => {
  const { user, clickId } = await visit(40)
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  const given = { kind: 'missing', text: 'It is missing', orderNumber: 'PROMISED-1' } as const
  const opened = await openMemberClaim(user, { visit: formatVisitNumber(row!.seq) }, given)
  if (!opened.ok) throw new Error(opened.reason)
  await age(clickId, 100)
  expect(await creditClaim(opened.claim.id, { amount: paise(1000_00n), text: 'Confirmed' })).toMatchObject({
    ok: true,
    cashback: 50_00n,
  })
})

describe('the days of a click', () => {
  const visitor = () => ({ userId: null, address: `10.0.${++serial}.1`, agent: 'test' })
  const readDays = async (offerId: number) => {
    const made = await recordClick(offerId, visitor())
    if (!made.ok) throw new Error(made.reason)
    const [row] = await db.select().from(clicks).where(eq(clicks.id, made.clickId))
    return row!.promise_days
  }

  test('are locked: PROMISE_DAYS, or more of its store', async () => {
    const { id, brand_id } = await makeOffer({ guest_clicks: true })
    expect(await readDays(id)).toBe(90)
    await setPromiseDays(brand_id, 120)
    expect(await readDays(id)).toBe(120)
    await changeSettings({ PROMISE_DAYS: '180' })
    expect(await readDays(id)).toBe(180)
    await changeSettings({ PROMISE_DAYS: '30' })
    expect(await readDays(id)).toBe(120)
    await setPromiseDays(brand_id, null)
    expect(await readDays(id)).toBe(30)
    await changeSettings({ PROMISE_DAYS: '90' })
  })

  test('count from the release for a click from before it', async () => {
    const { clickId, report } = await visit(400)
    await rewrite(
      sql`UPDATE clicks SET promise_days = NULL, promised_until = now() + interval '10 days' WHERE id = ${clickId}`,
    )
    expect(await report()).toBe('applied')
  })
})
