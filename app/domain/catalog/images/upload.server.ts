/** Pictures that operators upload. Only what is encoded again here is kept, at '/img/HASH', as a feed's are. */
import { eq, sql } from 'drizzle-orm'
import { lockCatalogue } from '../catalogue-lock.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { images } from '~/platform/db/schema/images'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { Busy } from '~/platform/semaphore'
import { buildStoredAddress, readStoredHash } from '../images'
import {
  encodeVariant,
  LEAST_SIDE,
  makeOriginal,
  MOST_PIXELS,
  readHead,
  type Original,
} from './encode.server'

/** Bytes. */
export const LARGEST_UPLOAD = 5 * 1024 * 1024

/** What the file itself says it is, whatever its name and the browser say. */
const TAKEN: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp'])

export interface Upload {
  address: string
  original: Original
}

export type UploadRefused = Refused<
  'too-large' | 'other-type' | 'too-many-pixels' | 'too-small' | 'damaged' | 'busy'
>

/** Reads the size from the file's head before anything is decoded. Drops metadata, such as where a photo was taken. */
export async function readUpload(bytes: Uint8Array): Promise<Done<{ upload: Upload }> | UploadRefused> {
  if (bytes.byteLength > LARGEST_UPLOAD) return refused('too-large')
  try {
    const head = await readHead(bytes)
    if (head === null || !TAKEN.has(head.format)) return refused('other-type')
    if (head.width * head.height > MOST_PIXELS) return refused('too-many-pixels')
    if (Math.max(head.width, head.height) < LEAST_SIDE) return refused('too-small')
    const original = await makeOriginal(bytes)
    if (!original) return refused('damaged')
    return done({ upload: { address: buildStoredAddress(original.hash), original } })
  } catch (error) {
    if (error instanceof Busy) return refused('busy')
    throw error
  }
}

/** With the catalogue's lock, so that the cleaner does not remove it before a store or an offer has it. */
export async function storeUpload(tx: Tx, { original }: Upload): Promise<void> {
  await lockCatalogue(tx)
  const { hash, bytes, width, height } = original
  await tx
    .insert(images)
    .values({ hash, bytes, width, height })
    .onConflictDoUpdate({ target: images.hash, set: { hash } })
}

/** Whether an address of ours, '/img/HASH', has its picture. */
export async function isStored(address: string, reader: Reader = db): Promise<boolean> {
  const hash = readStoredHash(address)
  if (hash === null) return false
  const [row] = await reader
    .select({ n: sql<number>`1` })
    .from(images)
    .where(eq(images.hash, hash))
  return row !== undefined
}

const SHOWN_WIDTH = 256

/** For the desk, whose pages load nothing of the shop's: a data URI. Null while too much is encoded. */
export async function showUpload({ original }: Upload): Promise<string | null> {
  try {
    const webp = await encodeVariant(original.bytes, SHOWN_WIDTH, 'webp')
    return toDataUri(webp)
  } catch (error) {
    if (error instanceof Busy) return null
    throw error
  }
}

export const toDataUri = (webp: Buffer): string => `data:image/webp;base64,${webp.toString('base64')}`
