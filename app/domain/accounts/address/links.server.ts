/** A token has 256 random bits, of which the database has only the hash. Each link works once. */
import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { addressLinks } from '~/platform/db/schema/addresses'
import { hashToken } from '~/platform/tokens.server'

export type AddressLink = typeof addressLinks.$inferSelect

export type LinkPurpose = AddressLink['purpose']

/** A 'stop' link ends with its change, however late the worker is. */
const HOURS: Record<LinkPurpose, number> = { confirm: 24, change: 24, number: 24, stop: 7 * 24, undo: 7 * 24 }

interface NewLink {
  userId: number
  purpose: LinkPurpose
  email: string
}

/** Returns the token, which is not stored. Throws for a deleted account. */
export async function insertLink(tx: Tx, { userId, purpose, email }: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.insert(addressLinks).values({
    user_id: userId,
    purpose,
    email,
    token_hash: hashToken(token),
    expires_at: sql`now() + make_interval(hours => ${HOURS[purpose]})`,
  })
  return token
}

const isLive = and(
  isNull(addressLinks.used_at),
  isNull(addressLinks.ended_at),
  gt(addressLinks.expires_at, sql`now()`),
)

const find =
  (condition: SQL | undefined) =>
  async (reader: Reader, token: string, ...purposes: LinkPurpose[]): Promise<AddressLink | null> => {
    const isIt = and(eq(addressLinks.token_hash, hashToken(token)), inArray(addressLinks.purpose, purposes))
    const [row] = await reader.select().from(addressLinks).where(and(isIt, condition))
    return row ?? null
  }

/** Null: unknown, used, ended or expired. */
export const findLink = find(isLive)

export const findUsedLink = find(isNotNull(addressLinks.used_at))

/** Finds a link that was used in the last five minutes, so that a repeated form gets the first answer. */
export const findRecentlyUsed = find(gt(addressLinks.used_at, sql`now() - interval '5 minutes'`))

export const findLinkOfForm = async (tx: Tx, token: string, ...purposes: LinkPurpose[]) =>
  (await findLink(tx, token, ...purposes)) ?? findRecentlyUsed(tx, token, ...purposes)

/** False: a concurrent request used the link first. The caller holds the row lock of the member. */
export async function consumeLink(tx: Tx, link: Pick<AddressLink, 'id'>): Promise<boolean> {
  const used = await tx
    .update(addressLinks)
    .set({ used_at: sql`now()` })
    .where(and(eq(addressLinks.id, link.id), isLive))
    .returning({ id: addressLinks.id })
  return used.length > 0
}

/** `after`: ends only links made after that one; `unless`: keeps links to this address. */
export async function endLinks(
  tx: Tx,
  userId: number,
  purposes: LinkPurpose[],
  { after, unless }: { after?: number; unless?: string } = {},
): Promise<void> {
  await tx
    .update(addressLinks)
    .set({ ended_at: sql`now()` })
    .where(
      and(
        eq(addressLinks.user_id, userId),
        inArray(addressLinks.purpose, purposes),
        isLive,
        after === undefined ? undefined : gt(addressLinks.id, after),
        unless === undefined ? undefined : ne(addressLinks.email, unless),
      ),
    )
}

export async function findLinkedAddress(
  reader: Reader,
  userId: number,
  purpose: LinkPurpose,
): Promise<{ email: string; until: Date } | null> {
  const [row] = await reader
    .select({ email: addressLinks.email, until: addressLinks.expires_at })
    .from(addressLinks)
    .where(and(eq(addressLinks.user_id, userId), eq(addressLinks.purpose, purpose), isLive))
    .orderBy(sql`${addressLinks.id} DESC`)
    .limit(1)
  return row ?? null
}
