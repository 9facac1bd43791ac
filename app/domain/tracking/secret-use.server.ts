/** Records the last use of each secret, so that a rotation knows when to remove the old one. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { deriveKey } from '~/platform/config/env.server'
import { networkSecrets } from '~/platform/db/schema/servers'
import { errorFacts, log } from '~/platform/log.server'
import type { NetworkName } from '~/platform/config/networks'

export const fingerprint = (network: NetworkName, secret: string): string =>
  createHmac('sha256', deriveKey('network secret')).update(`${network}\0${secret}`).digest('hex').slice(0, 16)

const EVERY_MS = 60_000

const recordedAt = new Map<string, number>()

/** Errors are only logged, because the postback is already stored. */
export async function recordUse(network: NetworkName, secrets: string[]): Promise<void> {
  const now = Date.now()
  const due = secrets
    .map((secret) => fingerprint(network, secret))
    .filter((one) => now - (recordedAt.get(one) ?? 0) >= EVERY_MS)
  if (!due.length) return
  for (const one of due) recordedAt.set(one, now)
  try {
    await db
      .insert(networkSecrets)
      .values(due.map((one) => ({ network, fingerprint: one })))
      .onConflictDoUpdate({
        target: [networkSecrets.network, networkSecrets.fingerprint],
        set: { last_used_at: sql`now()` },
      })
  } catch (error) {
    log('error', 'use of a secret not noted', errorFacts(error))
  }
}

export async function readUses(): Promise<Map<string, Date>> {
  const rows = await db.select().from(networkSecrets)
  return new Map(rows.map(({ fingerprint: one, last_used_at }) => [one, last_used_at]))
}
