import { and, count, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { env } from '~/platform/config/env.server'
import type { PushKeys } from '~/platform/config/push-keys'
import { db, type Reader } from '~/platform/db/client.server'
import { sessions, users } from '~/platform/db/schema/members'
import { pushSubscriptions } from '~/platform/db/schema/push'
import { blindIndex, seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import type { MessageTopic } from './topics'
import { pushSchema, type PushAddress } from './push/push-reader.server'

export const MOST_DEVICES = 10

/** Null: push is off, also without a service worker, which shows the messages. */
export function readPushKeys(): PushKeys | null {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, SERVICE_WORKER } = env()
  return VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY && SERVICE_WORKER === 'on'
    ? { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }
    : null
}

/** Push services take messages only with the key that the browser subscribed with; rows from before it was kept have none. */
const storedSchema = pushSchema.extend({ key: z.string().optional() })

const isOfKey = (key: string | undefined) => key === undefined || key === readPushKeys()?.VAPID_PUBLIC_KEY

const formatPlace = (userId: number, endpointHash: string): SealedPlace =>
  `push_subscriptions|sealed|${userId}|${endpointHash}`

interface Device {
  userId: number
  tokenHash: string
}

/** Idempotent. A browser, and a session, has one subscription: an older one, even of another member, is replaced. */
export async function subscribeDevice(
  { userId, tokenHash }: Device,
  typed: Record<keyof PushAddress, string>,
): Promise<Done | Refused<'invalid' | 'tooMany'>> {
  const { data: address } = pushSchema.safeParse(typed)
  const key = readPushKeys()?.VAPID_PUBLIC_KEY
  if (!address || !key) return refused('invalid')
  const endpoint_hash = blindIndex(address.endpoint)
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    // A subscription whose session is null has ended and does not count as another one.
    const isOther = and(
      ne(pushSubscriptions.session, tokenHash),
      ne(pushSubscriptions.endpoint_hash, endpoint_hash),
    )
    const [others] = await tx
      .select({ devices: count() })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.user_id, userId), isOther))
    if (others!.devices >= MOST_DEVICES) return refused('tooMany')
    await unsubscribeDevice({ userId, tokenHash }, tx)
    const row = {
      user_id: userId,
      session: tokenHash,
      sealed: seal(JSON.stringify({ ...address, key }), formatPlace(userId, endpoint_hash)),
    }
    await tx
      .insert(pushSubscriptions)
      .values({ ...row, endpoint_hash })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint_hash,
        set: { ...row, created_at: sql`now()` },
      })
    return done()
  })
}

/** Idempotent. */
export async function unsubscribeDevice({ userId, tokenHash }: Device, reader: Reader = db): Promise<void> {
  await reader
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, userId), eq(pushSubscriptions.session, tokenHash)))
}

/** Moves the subscription of a session that continues under another token, for example after a new password. */
export async function moveDevice(tx: Reader, from: string, to: string): Promise<void> {
  await tx.update(pushSubscriptions).set({ session: to }).where(eq(pushSubscriptions.session, from))
}

const openRow = (userId: number, { endpoint_hash, sealed }: { endpoint_hash: string; sealed: string }) =>
  storedSchema.parse(JSON.parse(unseal(sealed, formatPlace(userId, endpoint_hash))))

/** Throws SealError. */
export async function readPushState({
  userId,
  tokenHash,
}: Device): Promise<{ publicKey: string; isOn: boolean } | null> {
  const keys = readPushKeys()
  if (!keys) return null
  const [row] = await db
    .select({ endpoint_hash: pushSubscriptions.endpoint_hash, sealed: pushSubscriptions.sealed })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, userId), eq(pushSubscriptions.session, tokenHash)))
  return { publicKey: keys.VAPID_PUBLIC_KEY, isOn: row !== undefined && isOfKey(openRow(userId, row).key) }
}

export interface SubscribedDevice {
  id: number
  address: PushAddress
}

/**
 * Null: the subscription ended, was for a former key and is deleted, or its session ended and the message is not about safety.
 * Throws SealError.
 */
export async function findDevice(
  userId: number,
  deviceId: number,
  topic: MessageTopic,
): Promise<SubscribedDevice | null> {
  const { id, user_id, session, endpoint_hash, sealed } = pushSubscriptions
  const [row] = await db
    .select({ endpoint_hash, sealed })
    .from(pushSubscriptions)
    .leftJoin(sessions, eq(sessions.token_hash, session))
    .where(
      and(
        eq(id, deviceId),
        eq(user_id, userId),
        or(gt(sessions.expires_at, sql`now()`), topic === 'safety' ? isNull(session) : undefined),
      ),
    )
  if (!row) return null
  const { key, ...address } = openRow(userId, row)
  if (isOfKey(key)) return { id: deviceId, address }
  await deleteDevice(deviceId)
  return null
}

export async function deleteDevice(id: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}
