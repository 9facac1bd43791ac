/** Postbacks: who may send them, where they are kept, what becomes of them. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { postbackInbox } from '~/db/schema'
import { env } from '~/env.server'
import { moneyTransaction } from '~/wallet/ledger.server'
import { applyReport, type Verdict } from './conversions.server'
import { networks } from './networks'
import { readReport } from './reports'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether this is the network's secret, in constant time; a network without a secret is closed. */
export function isAuthentic(network: string, secret: string): boolean {
  const secrets: Record<string, string | undefined> = {
    trackier: env().trackierSecret,
    awin: env().AWIN_SECRET,
  }
  const expected = Object.hasOwn(secrets, network) ? secrets[network] : undefined
  const same = timingSafeEqual(digest(secret), digest(expected ?? ''))
  return same && expected !== undefined
}

export interface Postback {
  network: string
  method: string
  /** The parameters as sent. */
  raw: Record<string, string>
}

/**
 * Stores a postback, then applies it. Throws only when it was not stored; what fails after that stays in the inbox,
 * unprocessed, and is reported by `failed`.
 */
export async function receivePostback(
  postback: Postback,
  failed: (error: unknown) => void,
): Promise<Verdict | null> {
  const [row] = await db.insert(postbackInbox).values(postback).returning({ id: postbackInbox.id })
  try {
    return await applyPostback(row!.id, postback)
  } catch (error) {
    failed(error)
    return null
  }
}

/** Applies a stored postback and notes what became of it, in one transaction. */
export function applyPostback(id: number, { network, raw }: Omit<Postback, 'method'>): Promise<Verdict> {
  return moneyTransaction(async (tx) => {
    const read = readReport(networks[network]!, raw)
    const verdict: Verdict =
      'quarantined' in read
        ? { outcome: 'quarantined', reason: read.quarantined }
        : await applyReport(tx, network, read)
    await tx
      .update(postbackInbox)
      .set({
        outcome: verdict.outcome,
        reason: verdict.reason ?? null,
        conversion_id: verdict.conversionId ?? null,
        processed_at: sql`now()`,
      })
      .where(and(eq(postbackInbox.id, id), isNull(postbackInbox.processed_at)))
    return verdict
  })
}
