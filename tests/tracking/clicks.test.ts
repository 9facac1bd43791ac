import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { shortlinks } from '~/platform/db/schema/editorial'
import { clicks, visitTerms } from '~/platform/db/schema/clicks'
import { findShortlinkUrl, recordClick } from '~/domain/tracking/clicks.server'
import { makeOffer, member } from '../wallet/support'

const visitor = (userId: number | null = null, address = '192.0.2.1') => ({
  userId,
  address,
  agent: 'a browser',
})
const future = new Date(Date.now() + 3_600_000)
const past = new Date(Date.now() - 3_600_000)

describe('recordClick()', () => {
  test('stores the click with its current rate and redirects to the network with the click id', async () => {
    const { id, network_campaign_id } = await makeOffer({ payout_hundredths: 825n, cap_paise: 500_00n })
    const user = await member()
    const result = await recordClick(id, visitor(user))
    if (!result.ok) throw new Error(result.reason)
    expect(result.clickId).toMatch(/^[a-z2-7]{26}$/)
    const url = new URL(result.url)
    expect(url.origin).toBe('https://track.trackier.example')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      campaign_id: network_campaign_id,
      pub_id: '1001',
      p1: result.clickId,
    })
    const [row] = await db.select().from(clicks).where(eq(clicks.id, result.clickId))
    expect(row).toMatchObject({
      user_id: user,
      campaign_id: id,
      network: 'trackier',
      payout_hundredths: 825n,
      payout_model: 'percentage',
      currency: 'Rs.',
      cap_paise: 500_00n,
    })
    expect(row!.visitor_hash).not.toContain('192.0.2.1')
  })

  test('limits guests of one IPv6 /64 network together to 60 clicks an hour', async () => {
    const { id } = await makeOffer({ guest_clicks: true })
    for (let i = 1; i <= 60; i++)
      expect((await recordClick(id, visitor(null, `2001:db8:5:6::${i}`))).ok).toBe(true)
    expect(await recordClick(id, visitor(null, '2001:db8:5:6:a:b:c:d'))).toMatchObject({ reason: 'too-many' })
    expect((await recordClick(id, visitor(null, '2001:db8:5:7::1'))).ok).toBe(true)
  })

  test('gives two clicks different ids', async () => {
    const { id } = await makeOffer()
    const user = await member()
    const [a, b] = [await recordClick(id, visitor(user)), await recordClick(id, visitor(user))]
    expect(a.ok && b.ok && a.clickId !== b.clickId).toBe(true)
  })

  test('records a guest click as user 9, and only for an offer open to guests', async () => {
    const [open, closed] = [await makeOffer({ guest_clicks: true }), await makeOffer()]
    const result = await recordClick(open.id, visitor())
    if (!result.ok) throw new Error(result.reason)
    const [row] = await db.select().from(clicks).where(eq(clicks.id, result.clickId))
    expect(row!.user_id).toBe(9)
    const refused = await recordClick(closed.id, visitor())
    expect(refused).toEqual({ ok: false, reason: 'sign-in-first', slug: closed.slug })
  })

  test.each([
    ['has ended', { ends_at: past }, 'ended'],
    ['has not begun', { starts_at: future }, 'hidden'],
    ['is hidden', { hidden_at: past }, 'hidden'],
    ['is of a network that has no address', { network: 'nobody' }, 'no-tracking-url'],
    ['is of awin and has no link', { network: 'awin' }, 'no-tracking-url'],
  ])('records nothing for an offer that %s', async (_, facts, reason) => {
    const { id } = await makeOffer(facts)
    expect(await recordClick(id, visitor(await member()))).toMatchObject({ ok: false, reason })
    expect(await db.$count(clicks, eq(clicks.campaign_id, id))).toBe(0)
  })

  test('stores the terms of the offer once per text, by their hash, and none for an offer without', async () => {
    const kpi_html = '<ul><li>Only for new customers</li></ul>'
    const user = await member()
    const [one, other, plain] = [
      await makeOffer({ kpi_html }),
      await makeOffer({ kpi_html }),
      await makeOffer(),
    ]
    for (const { id } of [one, one, other, plain])
      expect((await recordClick(id, visitor(user))).ok).toBe(true)
    await db.update(campaigns).set({ kpi_html: '<p>Other terms</p>' }).where(eq(campaigns.id, one.id))
    await recordClick(one.id, visitor(user))
    const rows = await db
      .select({ id: clicks.campaign_id, html: visitTerms.html })
      .from(clicks)
      .leftJoin(visitTerms, eq(visitTerms.hash, clicks.terms_hash))
      .where(eq(clicks.user_id, user))
      .orderBy(clicks.seq)
    expect(rows).toEqual([
      { id: one.id, html: kpi_html },
      { id: one.id, html: kpi_html },
      { id: other.id, html: kpi_html },
      { id: plain.id, html: null },
      { id: one.id, html: '<p>Other terms</p>' },
    ])
    const stored = await db.select().from(visitTerms).where(eq(visitTerms.html, kpi_html))
    expect(stored).toEqual([{ hash: createHash('sha256').update(kpi_html).digest('hex'), html: kpi_html }])
  })

  test('limits clicks to 60 an hour per member, and per address for guests', async () => {
    const { id, slug } = await makeOffer({ guest_clicks: true })
    const user = await member()
    for (const userId of [user, null]) {
      for (let i = 0; i < 60; i++) {
        const address = userId === null ? '192.0.2.60' : `192.0.2.${i}`
        expect((await recordClick(id, visitor(userId, address))).ok).toBe(true)
      }
      const address = '192.0.2.60'
      const refused = await recordClick(id, visitor(userId, address))
      expect(refused).toEqual({ ok: false, reason: 'too-many', slug, minutes: 60 })
    }
    expect((await recordClick(id, visitor(null, '192.0.2.61'))).ok).toBe(true)
    expect(await db.$count(clicks, eq(clicks.campaign_id, id))).toBe(121)
  })
})

describe('findShortlinkUrl()', () => {
  const link = async (facts = {}) => {
    const { id, slug } = await makeOffer(facts)
    await db.insert(shortlinks).values({ slug, campaign_id: id })
    return slug
  }

  test('returns the tracking URL with campaign_id and pub_id, for a slug in any case', async () => {
    const slug = await link({ network_campaign_id: '4242' })
    const url = 'https://track.trackier.example/click?campaign_id=4242&pub_id=1001'
    expect(await findShortlinkUrl(slug)).toBe(url)
    expect(await findShortlinkUrl(slug.toUpperCase())).toBe(url)
  })

  test('returns null for an unknown slug, an ended offer and a hidden offer', async () => {
    expect(await findShortlinkUrl('nothing-here')).toBeNull()
    expect(await findShortlinkUrl('a\0b')).toBeNull()
    expect(await findShortlinkUrl(await link({ ends_at: past }))).toBeNull()
    expect(await findShortlinkUrl(await link({ hidden_at: past }))).toBeNull()
  })
})
