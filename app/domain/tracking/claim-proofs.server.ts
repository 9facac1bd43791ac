/** Files of members: sealed, never opened by us, and sent back only as attachments (docs/security.md). */
import { createHash } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import { LARGEST_FILE } from '~/platform/config/body-limits'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { claimProofs, claims } from '~/platform/db/schema/claims'
import { seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { PROOFS_A_CLAIM } from './claim'
import { lockMember } from './claims/lock-member.server'

export type Media = (typeof claimProofs.$inferSelect)['media']

export type FileRefusal = Refused<'no-file' | 'too-large' | 'other-type'>
export type ProofRefusal = FileRefusal | Refused<'not-found' | 'too-many'> | TooManyLately
export type TooManyLately = Refused<'too-many-lately'>

/** Readers of PDF accept its mark behind a byte order mark or a line break (ISO 32000). */
const PDF_HEADER_BYTES = 1024

/** Decides by the first bytes; the content of a PDF is not checked. */
function readMedia(bytes: Uint8Array): Media | null {
  const starts = (text: string, at = 0) =>
    Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text
  if (starts('\xff\xd8\xff')) return 'jpeg'
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp'
  return Buffer.from(bytes.subarray(0, PDF_HEADER_BYTES)).includes('%PDF-') ? 'pdf' : null
}

/** Null: a claim takes the file, unless a limit of numbers is reached. */
export function refuseFile(bytes: Uint8Array | null): FileRefusal | null {
  if (!bytes?.length) return refused('no-file')
  if (bytes.length > LARGEST_FILE) return refused('too-large')
  return readMedia(bytes) === null ? refused('other-type') : null
}

export async function addProof(
  userId: number,
  claimId: number,
  bytes: Uint8Array | null,
): Promise<Done | ProofRefusal> {
  const refusal = refuseFile(bytes)
  if (refusal) return refusal
  const sha256 = digest(bytes!)
  return inTransaction(async (tx) => {
    if (!(await lockMember(tx, userId))) return refused('not-found')
    const [claim] = await tx
      .select({ id: claims.id })
      .from(claims)
      .where(and(eq(claims.id, claimId), eq(claims.user_id, userId)))
    if (!claim) return refused('not-found')
    const [known] = await tx
      .select({ id: claimProofs.id })
      .from(claimProofs)
      .where(and(eq(claimProofs.claim_id, claimId), eq(claimProofs.sha256, sha256)))
    if (known) return done()
    const limit = await findReachedLimit(tx, userId, claimId)
    if (limit) return limit
    await insertProof(tx, { userId, claimId, bytes: bytes! })
    await tx.update(claims).set({ waits_for_us: true }).where(eq(claims.id, claimId))
    return done()
  })
}

interface NewProof {
  userId: number
  claimId: number
  /** Must have passed refuseFile(). */
  bytes: Uint8Array
}

/** The caller holds the member's lock and has checked the limits. */
export async function insertProof(tx: Tx, { userId, claimId, bytes }: NewProof): Promise<void> {
  const sha256 = digest(bytes)
  await tx.insert(claimProofs).values({
    claim_id: claimId,
    user_id: userId,
    media: readMedia(bytes)!,
    size: bytes.length,
    sha256,
    sealed: seal(Buffer.from(bytes).toString('base64'), place(claimId, sha256)),
  })
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function findReachedLimit(
  tx: Reader,
  userId: number,
  claimId: number,
): Promise<Refused<'too-many'> | TooManyLately | null> {
  const [row] = await tx
    .select({ n: count() })
    .from(claimProofs)
    .where(and(eq(claimProofs.user_id, userId), eq(claimProofs.claim_id, claimId)))
  return row!.n >= PROOFS_A_CLAIM ? refused('too-many') : refuseMoreProofs(tx, userId)
}

/** The caller holds the member's lock. */
export async function refuseMoreProofs(tx: Reader, userId: number): Promise<TooManyLately | null> {
  const [row] = await tx
    .select({ n: count() })
    .from(claimProofs)
    .where(and(eq(claimProofs.user_id, userId), sql`${claimProofs.created_at} > now() - interval '90 days'`))
  return row!.n >= PROOFS_A_MEMBER ? refused('too-many-lately') : null
}

const place = (claimId: number, sha256: string): SealedPlace => `claim_proofs|sealed|${claimId}|${sha256}`

export interface ProofFile {
  id: number
  claimId: number
  media: Media
  bytes: Buffer
}

/** Null if the id is unknown or, with `userId`, another person's. Throws SealError if its key is missing. */
export async function openProof(id: number, userId?: number): Promise<ProofFile | null> {
  const [row] = await db
    .select()
    .from(claimProofs)
    .where(and(eq(claimProofs.id, id), userId === undefined ? undefined : eq(claimProofs.user_id, userId)))
  if (!row) return null
  const { claim_id: claimId, sha256, sealed, media } = row
  return { id, claimId, media, bytes: Buffer.from(unseal(sealed, place(claimId, sha256)), 'base64') }
}

export const nameProof = ({ id, claimId, media }: Omit<ProofFile, 'bytes'>): string =>
  `claim-${claimId}-proof-${id}.${media === 'jpeg' ? 'jpg' : media}`

/** In 90 days. */
const PROOFS_A_MEMBER = 20
