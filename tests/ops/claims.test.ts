import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { claimMessages, claims } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { users } from '~/platform/db/schema/members'
import { operators } from '~/platform/db/schema/operations'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { addProof } from '~/domain/tracking/claim-proofs.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { recordCommand } from '~/domain/operators/command-log.server'
import { findDefects } from '~/domain/books/audit.server'
import { readWallet } from '~/domain/wallet/sums.server'
import { changeSettings } from '../support/settings'
import { rewrite } from '../support/rewrite'
import { report } from '../support/shop'
import { click, member, receive } from '../wallet/support'
import { ops, opsAs, opsDone, readLastEntry } from './support'

let serial = 0

async function claim() {
  const user = await member()
  const clickId = await click(user)
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${clickId}`)
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  const opened = await openMemberClaim(
    user,
    { visit: formatVisitNumber(row!.seq) },
    { kind: 'missing', text: 'It is missing', orderNumber: `OPS-${++serial}` },
  )
  if (!opened.ok) throw new Error(opened.reason)
  return { user, clickId, id: opened.claim.id }
}

const readState = async (id: number) => (await db.select().from(claims).where(eq(claims.id, id)))[0]!.state

beforeEach(() => changeSettings({ FOUR_EYES_ABOVE: 'unset' }))
afterEach(() => changeSettings({ FOUR_EYES_ABOVE: 'unset' }))

describe('claims', () => {
  test('are listed, shown, sent, answered and declined, each in the thread', async () => {
    const { id } = await claim()
    const [{ name } = { name: '' }] = await db
      .select({ name: users.username })
      .from(claims)
      .innerJoin(users, eq(users.id, claims.user_id))
      .where(eq(claims.id, id))
    for (const command of ['claims list --waiting', `claims show ${id}`])
      expect(await opsDone(command)).toContain(name)
    expect(await opsDone('claims list --waiting')).toContain('missing')
    expect(await opsDone(`claims show ${id}`)).toContain('It is missing')
    const interim = await opsDone(`claims answer ${id} --kind interim --text "We look into it"`)
    expect(interim).toContain(`writes to the member about claim ${id}, which stays received`)
    await opsDone(`claims send ${id}`)
    const answer = await opsDone(`claims answer ${id} --text "The store looks into it"`)
    expect(answer).toContain('The store looks into it')
    await opsDone(`claims decline ${id} --reason code --text "Not their code" --yes`)
    const steps = await db
      .select({ step: claimMessages.step })
      .from(claimMessages)
      .where(eq(claimMessages.claim_id, id))
      .orderBy(claimMessages.id)
    expect(steps.map(({ step }) => step)).toEqual(['received', null, 'sent', 'answered', 'declined'])
    expect((await ops(`claims answer ${id} --text "Again"`)).err).toContain(`Claim ${id} is declined already`)
    expect(await findDefects()).toEqual([])
  })

  test('are credited with --yes, and a dry run credits nothing', async () => {
    const { id, user } = await claim()
    const line = `claims credit ${id} --amount 1000 --text "Confirmed"`
    expect(await opsDone(`${line} --dry-run`)).toContain('Rs. 50.00')
    expect((await readWallet(user)).available).toBe(0n)
    expect(await opsDone(`${line} --yes`)).toContain(`credits Rs. 50.00 to member ${user} for claim ${id}`)
    expect((await readWallet(user)).available).toBe(50_00n)
    expect((await ops(`${line} --yes`)).err).toContain('is credited already')
    expect(await findDefects()).toEqual([])
  })

  test('show the sales of the visit and like ones; a credit names one of them or says that it is another order', async () => {
    const { id, user, clickId } = await claim()
    expect(await opsDone(`claims show ${id}`)).toContain('No network has reported a sale of this visit.')
    await report('trackier', { click: clickId, sale: `CASE-${id}`, status: 'pending', amount: '1000' })
    const [sale] = await db.execute<{ id: string }>(
      sql`SELECT id FROM conversions WHERE click_id = ${clickId}`,
    )
    const shown = await opsDone(`claims show ${id}`)
    expect(shown).toMatch(new RegExp(`^ *${sale!.id} +pending +Rs. 1,000.00 .*Rs. 50.00 +DV-`, 'm'))
    expect(shown).toContain('The member has no other sale at this store of a near day or amount.')
    const line = `claims credit ${id} --amount 1000 --text "Confirmed"`
    const refused = await ops(`${line} --dry-run`)
    expect(refused.err).toMatch(
      new RegExp(
        `The visit has sale ${sale!.id} \\(DV-[^)]*, pending, Rs. 1,000.00, .*\\): name the sale that is this order, or say that it is another order`,
      ),
    )
    const preview = await opsDone(`${line} --sale ${sale!.id} --dry-run`)
    expect(preview).toContain(`approves sale ${sale!.id}, which is pending`)
    expect(preview).toMatch(new RegExp(`^ *${sale!.id} +pending`, 'm'))
    expect(await opsDone(`${line} --another-order --dry-run`)).toContain('Rs. 50.00')
    expect((await ops(`${line} --another-order --sale ${sale!.id} --dry-run`)).err).toContain('excludes')
    expect((await readWallet(user)).available).toBe(0n)
    await opsDone(`${line} --sale ${sale!.id} --yes`)
    expect((await readWallet(user)).available).toBe(50_00n)
    expect(await findDefects()).toEqual([])
  })

  test('that were credited are listed and counted until a network reports the order', async () => {
    const { id, clickId } = await claim()
    await opsDone(`claims credit ${id} --amount 1000 --text "Confirmed" --yes`)
    const list = () => opsDone('claims list --unreported --csv')
    expect(await list()).toMatch(new RegExp(`^${id},`, 'm'))
    expect(await opsDone('today')).toMatch(
      /credits of claims that no network reported +\d+ .* claims list --unreported/,
    )
    const [order] = await db.select().from(claims).where(eq(claims.id, id))
    await receive({
      p1: clickId,
      conversion_id: `LATE-${id}`,
      txn_id: order!.order_number!,
      sale_amount: '1000',
      status: 'approved',
    })
    expect(await list()).not.toMatch(new RegExp(`^${id},`, 'm'))
  })

  test('above FOUR_EYES_ABOVE are credited when a second person gives the same command', async () => {
    await changeSettings({ FOUR_EYES_ABOVE: '40' })
    await recordCommand({ osUser: 'second' }, 'today')
    const { id, user } = await claim()
    const line = `claims credit ${id} --amount 1000 --text "Confirmed" --yes`
    expect((await ops(line)).out).toContain('sks a second person to agree')
    expect(await readState(id)).toBe('received')
    expect((await opsAs('second', line)).code).toBe(0)
    expect((await readWallet(user)).available).toBe(50_00n)
    expect(await findDefects()).toEqual([])
  })

  test('are settled by an applied goodwill of their member, once', async () => {
    const [one, other] = [await claim(), await claim()]
    await opsDone(
      `adjustments add --member ${one.user} --kind goodwill --amount 20 --reason "For the wait" --yes`,
    )
    const [row] = await db.execute<{ id: string }>(
      sql`SELECT id FROM adjustments WHERE user_id = ${one.user}`,
    )
    const line = (id: number) => `claims goodwill ${id} --adjustment ${row!.id} --text "A gift" --yes`
    expect((await ops(line(other.id))).err).toContain('no applied goodwill of this member')
    await opsDone(line(one.id))
    expect(await readState(one.id)).toBe('credited')
    expect(await findDefects()).toEqual([])
  })

  test('are exported for their network, and a proof is written with a line in the log', async () => {
    const { id, user, clickId } = await claim()
    await addProof(user, id, Buffer.from('%PDF-1.7 an invoice'))
    const csv = await opsDone('claims export trackier --out -')
    expect(csv).toContain('claim,campaign,click_id,click_time (IST),order_id,order_amount,currency,store')
    expect(csv).toMatch(new RegExp(`^${id},\\d+,${clickId},.*,OPS-\\d+,,INR,Shop \\d+`, 'm'))
    const [proof] = await db.execute<{ id: string }>(sql`SELECT id FROM claim_proofs WHERE claim_id = ${id}`)
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-proof-')), 'proof.pdf')
    expect((await ops(`claims proof ${proof!.id} --out -`)).err).toContain('name a file with --out')
    await opsDone(`claims proof ${proof!.id} --out ${file}`)
    expect(fs.readFileSync(file, 'utf8')).toBe('%PDF-1.7 an invoice')
    const logged = await readLastEntry()
    expect(logged.command).toContain(`claims proof ${proof!.id}`)
  })
})

test('a declined sale gets its reason by a command', async () => {
  const user = await member()
  const clickId = await click(user)
  await report('trackier', { click: clickId, sale: 'EXPLAIN-1', status: 'rejected', amount: '10' })
  const [row] = await db.execute<{ id: string }>(sql`SELECT id FROM conversions WHERE user_id = ${user}`)
  await opsDone(`conversions explain ${row!.id} --reason not-new`)
  expect(await opsDone(`conversions show ${row!.id}`)).toContain('not-new')
  expect(await findDefects()).toEqual([])
})

// The last test: an audit finds that no command made this operator.
test('a claim is credited by no operator who is the member', async () => {
  const { id, user } = await claim()
  await db.update(users).set({ email: 'vik@mail.example' }).where(eq(users.id, user))
  const facts = { name: 'Vik Finance', role: 'finance', state: 'active', os_account: 'vik' } as const
  await db.insert(operators).values({ ...facts, email: 'Vik@mail.example' })
  const { err } = await opsAs('vik', `claims credit ${id} --amount 1000 --text "Confirmed" --yes`)
  expect(err).toBe(`Member ${user} has your e-mail address: somebody else has to do this.\n`)
  expect((await readWallet(user)).available).toBe(0n)
  await db
    .update(operators)
    .set({ state: 'disabled', os_account: null })
    .where(eq(operators.name, 'Vik Finance'))
})
