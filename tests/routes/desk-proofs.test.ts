/** Files of members at the desk: a picture in a frame, any file apart, each opening in the log. */
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { claimProofs } from '~/platform/db/schema/claims'
import { clicks } from '~/platform/db/schema/clicks'
import { deskSessions } from '~/platform/db/schema/desk'
import { operatorLog } from '~/platform/db/schema/operations'
import { deskMessages } from '~/messages/desk'
import { addProof } from '~/domain/tracking/claim-proofs.server'
import { openMemberClaim } from '~/domain/tracking/member-claims.server'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { recordShown } from '../support/page-text'
import type { Visitor } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { rewrite } from '../support/rewrite'
import { click, member } from '../wallet/support'

const PNG = Buffer.from('\x89PNG\r\n\x1a\nnot a whole picture', 'latin1')
const PDF = Buffer.from('%PDF-1.4 a bill')

let dev: Visitor
let operatorId: number
let claim: number
let picture: number
let bill: number

async function add(userId: number, bytes: Buffer): Promise<number> {
  expect(await addProof(userId, claim, bytes)).toEqual({ ok: true })
  const [row] = await db
    .select({ id: claimProofs.id })
    .from(claimProofs)
    .orderBy(desc(claimProofs.id))
    .limit(1)
  return row!.id
}

beforeAll(async () => {
  const desk = await signedInAtDesk('support', 'Dev Proof')
  dev = desk.visitor
  operatorId = desk.operator.id
  const userId = await member()
  const clickId = await click(userId)
  await rewrite(sql`UPDATE clicks SET created_at = now() - interval '5 days' WHERE id = ${clickId}`)
  const [row] = await db.select({ seq: clicks.seq }).from(clicks).where(eq(clicks.id, clickId))
  const opened = await openMemberClaim(
    userId,
    { visit: formatVisitNumber(row!.seq) },
    { kind: 'missing', text: 'Where is it?', orderNumber: 'PROOF-1' },
  )
  if (!opened.ok) throw new Error(opened.reason)
  claim = opened.claim.id
  picture = await add(userId, PNG)
  bill = await add(userId, PDF)
})

const setCodeAge = (age: string) =>
  db
    .update(deskSessions)
    .set({ code_at: sql`now() - ${age}::interval` })
    .where(eq(deskSessions.operator_id, operatorId))

beforeEach(() => setCodeAge('0'))

const openProof = (id: number, more = {}) =>
  dev.post(`/Desk/Proofs/${id}`, { from: `/Desk/claims/show?id=${claim}`, ...more })

const countLines = (id: number) =>
  db.$count(
    operatorLog,
    sql`command = ${`claims proof ${id}`} AND outcome = 'done' AND operator_id = ${operatorId}`,
  )

test('the page of a claim has a frame for a picture, and none for a PDF', async () => {
  const page = await dev.get(`/Desk/claims/show?id=${claim}`)
  const frames = [...page.body.matchAll(/<iframe [^>]*>/g)].map(([tag]) => tag)
  expect(frames).toHaveLength(1)
  expect(frames[0]).toMatch(new RegExp(`sandbox=""[^>]*name="proof-${picture}"`))
  for (const text of [`Look at proof ${picture}`, `Look at proof ${bill}`, 'Show it here', 'Open apart'])
    expect(page.text).toContain(text)
})

test('a picture is shown as it came, may run and load nothing, and each opening is a line of the log', async () => {
  const before = await countLines(picture)
  for (const more of [{}, { apart: 'yes' }]) {
    const { status, headers, body } = await openProof(picture, more)
    expect([status, headers.get('Content-Type'), headers.get('Content-Disposition')]).toEqual([
      200,
      'image/png',
      'inline',
    ])
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^sandbox; default-src 'none';.*frame-ancestors 'self'$/,
    )
    expect([headers.get('X-Content-Type-Options'), headers.get('Cache-Control')]).toEqual([
      'nosniff',
      expect.stringContaining('no-store'),
    ])
    expect(body).toContain('not a whole picture')
  }
  expect(await countLines(picture)).toBe(before + 2)
})

test('a PDF is handed over as a file', async () => {
  const { status, headers, body } = await openProof(bill, { apart: 'yes' })
  expect([status, headers.get('Content-Type'), body]).toEqual([
    200,
    'application/octet-stream',
    PDF.toString(),
  ])
  expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="claim-\d+-proof-\d+\.pdf"$/)
})

test('an old code opens none: the frame says so, and Open apart asks for it', async () => {
  await setCodeAge('11 minutes')
  const before = await countLines(picture)
  const inFrame = await openProof(picture)
  expect([inFrame.status, inFrame.body]).toEqual([200, deskMessages.code.apart])
  // The frame shows it as it is.
  recordShown(inFrame.body)
  const apart = await openProof(picture, { apart: 'yes' })
  expect([apart.status, apart.location]).toEqual([303, expect.stringMatching(/^\/Desk\/Code\?back=/)])
  expect(await countLines(picture)).toBe(before)
})

test('a link, another role and an unknown number open none', async () => {
  expect((await dev.get(`/Desk/Proofs/${picture}`)).location).toBe('/Desk/claims')
  expect((await openProof(999_999_999)).status).toBe(404)
  const { visitor } = await signedInAtDesk('catalogue', 'Cat Proof')
  const answer = await visitor.post(`/Desk/Proofs/${picture}`, { from: '/Desk/claims' })
  expect(answer.status).toBe(403)
})
