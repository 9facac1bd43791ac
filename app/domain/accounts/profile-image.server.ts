import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { defineLimit, memoize } from '~/platform/db/limits.server'
import { db } from '~/platform/db/client.server'
import { profileImages } from '~/platform/db/schema/members'
import { errorFacts, log } from '~/platform/log.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { Busy } from '~/platform/semaphore'
import type { TooMany } from './attempt-limits.server'
import { looksLikeImage, makeProfileImage } from './profile-image/image-pipeline.server'

const A_DAY = 10

const uploads = memoize(() => defineLimit('profile-image', A_DAY, 24 * 60 * 60))

type ImageRefusal = Refused<'noImage' | 'otherType' | 'unreadable' | 'failed'> | TooMany

/** At most ten files a day are decoded; other formats and our own failures do not count. */
export async function saveProfileImage(
  userId: number,
  file: { type: string; bytes: Uint8Array } | null,
): Promise<Done | ImageRefusal> {
  if (!file) return refused('noImage')
  if (!file.type.startsWith('image/') || !looksLikeImage(file.bytes)) return refused('otherType')
  const full = await uploads().consume(String(userId))
  if (full) return refused('tooMany', full)
  try {
    const webp = await makeProfileImage(file.bytes)
    if (!webp) return refused('unreadable')
    await store(userId, webp)
    return done()
  } catch (error) {
    if (!(error instanceof Busy)) log('error', 'profile image failed', errorFacts(error))
    await uploads().refund(String(userId))
    return refused('failed')
  }
}

async function store(userId: number, webp: Buffer): Promise<void> {
  const row = { webp, version: createHash('sha256').update(webp).digest('hex'), created_at: new Date() }
  await db
    .insert(profileImages)
    .values({ user_id: userId, ...row })
    .onConflictDoUpdate({ target: profileImages.user_id, set: row })
}

export async function removeProfileImage(userId: number): Promise<void> {
  await db.delete(profileImages).where(eq(profileImages.user_id, userId))
}

const isWhole = sql<boolean>`encode(sha256(${profileImages.webp}), 'hex') = ${profileImages.version}`

/** Null: there is no image, or its bytes do not match their hash. */
export async function findProfileImage(userId: number): Promise<{ version: string; webp: Buffer } | null> {
  const { version, webp } = profileImages
  const [row] = await db
    .select({ version, webp, isWhole })
    .from(profileImages)
    .where(eq(profileImages.user_id, userId))
  return row?.isWhole ? row : null
}

export async function checkProfileImage(userId: number): Promise<{ isWhole: boolean } | null> {
  const [row] = await db.select({ isWhole }).from(profileImages).where(eq(profileImages.user_id, userId))
  return row ?? null
}
