import { eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { makeOffer } from '../wallet/support'
import type { Visitor } from './app'
import { signedIn } from './people'
import { clickOn, type Offer } from './shop'
import { uploadBody, type FilePart } from './uploads'

/** A signed-in member who visited an offer some days ago. */
export async function visitor({ days = 5, offer }: { days?: number; offer?: Offer } = {}) {
  const { visitor: browser, id } = await signedIn()
  return { ...(await visitAgain(id, offer ?? (await makeOffer()), days)), visitor: browser }
}

export type Visit = Awaited<ReturnType<typeof visitor>>

/** Another visit of the member. */
export async function visitAgain(id: number, offer: Offer, days = 5) {
  const clickId = await clickOn(offer, id)
  const [row] = await db
    .update(clicks)
    .set({ created_at: sql`now() - make_interval(days => ${days})` })
    .where(eq(clicks.id, clickId))
    .returning({ seq: clicks.seq })
  const number = formatVisitNumber(row!.seq)
  return { id, offer, clickId, number, newPath: `/Account/Claims/new?visit=${number}` }
}

/** Sends the form of a new claim, by default about missing cashback. */
export const sendClaimForm = (
  { visitor: browser, number, newPath }: Pick<Visit, 'visitor' | 'number' | 'newPath'>,
  fields: Record<string, string>,
) => browser.post('/Account/Claims/new', { from: newPath, visit: number, kind: 'missing', ...fields })

/** The same form with a file, as a browser sends it. */
export const sendClaimWithFile = (
  { visitor: browser, number, newPath }: Pick<Visit, 'visitor' | 'number' | 'newPath'>,
  fields: Record<string, string>,
  ...files: Omit<FilePart, 'field'>[]
) =>
  browser.request('/Account/Claims/new', {
    method: 'POST',
    body: uploadBody(
      files.map((file) => ({ ...file, field: 'proof' })),
      { from: newPath, visit: number, kind: 'missing', ...fields },
    ),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })

export const sendProof = (browser: Visitor, path: string, bytes: Uint8Array, filename = 'a.pdf') =>
  browser.request(`${path}/proof`, {
    method: 'POST',
    body: uploadBody([{ bytes, filename, type: 'image/png', field: 'proof' }], { from: path }),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
