/** Whether a claim about a visit can be opened: link, form and command agree for any visit (docs/rules.md#55). */
import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { clicks } from '~/platform/db/schema/clicks'
import type { ClaimKind } from '~/domain/tracking/claim'
import { findVisitClaim, openMemberClaim } from '~/domain/tracking/member-claims.server'
import { prepareClaim } from '~/domain/tracking/prepare-claim.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { sendReport } from '../support/reports'
import { click, member } from '../wallet/support'

interface GeneratedVisit {
  /** A half more makes no run depend on the time that it takes. */
  hours: number
  tracks_in_hours: number | null
  takes_claims: boolean | null
  sales: string[]
  earlier: ClaimKind[]
  isAtLimit: boolean
}

const generatedVisit: fc.Arbitrary<GeneratedVisit> = fc.record({
  hours: fc.constantFrom(1, 71, 72, 90, 119, 120, 1079, 1080, 1127, 1128, 1500),
  tracks_in_hours: fc.constantFrom(null, null, 24, 120),
  takes_claims: fc.constantFrom(null, true, false),
  sales: fc.array(fc.constantFrom('pending', 'approved', 'rejected'), { maxLength: 2 }),
  earlier: fc.subarray<ClaimKind>(['missing', 'question']),
  isAtLimit: fc.constantFrom(false, false, false, true),
})

let serial = 0

async function visit(user: number): Promise<{ clickId: string; number: string }> {
  const clickId = await click(user)
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  return { clickId, number: formatVisitNumber(row!.seq) }
}

const age = (clickId: string, hours: number) =>
  db
    .update(clicks)
    .set({ created_at: sql`now() - make_interval(mins => ${hours * 60 + 30})` })
    .where(eq(clicks.id, clickId))

const open = (user: number, number: string, kind: ClaimKind) =>
  openMemberClaim(user, { visit: number }, { kind, text: 'My words', orderNumber: `AGREE-${++serial}-1` })

async function prepare(of: GeneratedVisit): Promise<{ user: number; number: string }> {
  const user = await member()
  const { clickId, number } = await visit(user)
  for (const status of of.sales) {
    const sale = `AGREE-${++serial}`
    await sendReport({ p1: clickId, conversion_id: sale, txn_id: sale, sale_amount: '100', status })
  }
  await age(clickId, 100)
  for (const kind of of.earlier)
    await open(user, number, kind === 'missing' && of.sales.length ? 'wrong-amount' : kind)
  for (let n = 0; of.isAtLimit && n < 5; n++) await open(user, (await visit(user)).number, 'question')
  const store = db
    .select({ id: campaigns.brand_id })
    .from(campaigns)
    .innerJoin(clicks, eq(clicks.campaign_id, campaigns.id))
    .where(eq(clicks.id, clickId))
  const { tracks_in_hours, takes_claims } = of
  await db.update(brands).set({ tracks_in_hours, takes_claims }).where(eq(brands.id, store))
  await age(clickId, of.hours)
  return { user, number }
}

const readForm = async (user: number, number: string, kind: ClaimKind | null) =>
  (await prepareClaim(user, { visit: number, withdrawal: null, kind }))!

test('link, form and command agree on whether a claim about a visit can be opened', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(generatedVisit, fc.nat(2), async (generated, chosen) => {
      const { user, number } = await prepare(generated)
      const { kind: usual, kinds } = await readForm(user, number, null)
      const kind = kinds[chosen % kinds.length]!
      const [form, link] = [await readForm(user, number, kind), await findVisitClaim(user, number)]
      const mayByForm = form.problem === null && form.claimId === null
      const answer = await open(user, number, kind)
      seen.add(answer.ok ? 'ok' : answer.reason)
      expect({ mayByForm, answer }).toMatchObject({ mayByForm: answer.ok })
      if (!answer.ok && answer.reason === 'exists') expect(form.claimId).toBe(answer.claimId)
      if (kind === usual) expect(link!.claim === null && link!.problem === null).toBe(answer.ok)
    }),
    { numRuns: 120, endOnFailure: true },
  )
  expect([...seen].sort()).toEqual([
    'exists',
    'ok',
    'store-takes-none',
    'too-early',
    'too-late',
    'too-many-open',
  ])
})
