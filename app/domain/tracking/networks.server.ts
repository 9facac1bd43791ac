import { createHmac } from 'node:crypto'
import { desc, eq, gt, lte, sql } from 'drizzle-orm'
import { env, deriveKey } from '~/platform/config/env.server'
import { NETWORK_NAMES, networks, type NetworkName } from '~/platform/config/networks'
import { db, type Reader } from '~/platform/db/client.server'
import { servers, networkSecrets } from '~/platform/db/schema/servers'
import { errorFacts, log } from '~/platform/log.server'
import { schedule, type Schedule } from '~/platform/timers.server'
import { countByNetwork } from './postbacks.server'
import { listStoredSecrets, listVariableSecrets, type StoredSecret } from './network-secrets.server'
import { listKeys, describeSettings } from './senders.server'

export interface ListedNetwork extends Omit<OpenNetwork, 'secrets' | 'keys'> {
  network: NetworkName
  heard: Date | null
  quarantined: number
  url: string
  /** When each secret was last used, the current secret first. */
  secrets: (Date | null)[]
  /** Those made by operators, also ended ones; without any, variables count. */
  stored: (Omit<StoredSecret, 'secret'> & { usedAt: Date | null })[]
  keys: (Date | null)[]
}

export const findOrigin = (running: readonly RunningServer[]) =>
  running[0]?.publicOrigin ?? env().publicOrigin

export async function listNetworks(): Promise<ListedNetwork[]> {
  const [counts, uses, running, all] = await Promise.all([
    countByNetwork(),
    readUses(),
    listRunningServers(),
    listStoredSecrets(),
  ])
  const open = { ...readOpenNetworks(), ...running[0]?.networks }
  const used = (secrets: string[]) => secrets.map((one) => uses.get(one) ?? null)
  return NETWORK_NAMES.map((network): ListedNetwork => {
    const { secrets, keys, ...settings } = open[network]
    const url = buildPostbackUrl(network, 'SECRET', findOrigin(running))
    const stored = all
      .filter((one) => one.network === network)
      .map(({ secret, ...one }) => ({
        ...one,
        usedAt: secret === null ? null : (uses.get(fingerprint(network, secret)) ?? null),
      }))
    const valid = stored.filter(({ endsAt }) => endsAt === null || endsAt > new Date())
    return {
      network,
      ...settings,
      ...counts.get(network)!,
      url,
      keys: used(keys),
      stored,
      ...(stored.length
        ? { open: valid.length > 0, secrets: valid.map(({ usedAt }) => usedAt) }
        : { secrets: used(secrets) }),
    }
  })
}

/** With the macros that the network fills in (docs/feeds.md). */
export const buildPostbackUrl = (network: NetworkName, secret: string, origin: string): string =>
  `${origin}/postback/${network}/${secret}${networks[network].macros}`

/** Whether a running server has a secret in its environment that this process does not know. */
export async function isEnvironmentOfServers(network: NetworkName, reader: Reader): Promise<boolean> {
  const own = new Set(listVariableSecrets(network).map((one) => fingerprint(network, one)))
  const running = await listRunningServers(reader)
  return running.every(({ networks: open }) => open[network].secrets.every((one) => own.has(one)))
}

// Registry of running servers for the command line, whose environment may differ from theirs.

export interface OpenNetwork {
  open: boolean
  hmac: string | null
  cidrs: string[]
  secrets: string[]
  keys: string[]
}

export type OpenNetworks = Record<NetworkName, OpenNetwork>

const readOpenNetworks = (): OpenNetworks =>
  Object.fromEntries(
    NETWORK_NAMES.map((network) => [
      network,
      {
        ...describeSettings(network),
        secrets: listVariableSecrets(network).map((one) => fingerprint(network, one)),
        keys: listKeys(network).map((one) => fingerprint(network, one)),
      },
    ]),
  ) as OpenNetworks

/** Seconds between heartbeats. A server that misses three of them was killed. */
const EVERY = 30

export function announceServer(port: number): Schedule {
  let id: string | undefined
  const announce = async () => {
    if (id === undefined) {
      const row = { public_origin: env().publicOrigin, port, networks: readOpenNetworks() }
      const [added] = await db.insert(servers).values(row).returning({ id: servers.id })
      id = added!.id
      await db.delete(servers).where(lte(servers.seen_at, sql`now() - interval '1 day'`))
    } else {
      const seen = { seen_at: sql`now()` }
      const updated = await db.update(servers).set(seen).where(eq(servers.id, id)).returning()
      // Another server deleted the row, for example while this machine slept: register again.
      if (!updated.length) id = undefined
    }
  }
  const failed = (error: unknown) => log('error', 'server not announced', errorFacts(error))
  const first = announce().catch(failed)
  const timer = schedule('announce server', EVERY, announce)
  const end = async () => {
    await first
    await timer.stop()
    if (id !== undefined) await db.delete(servers).where(eq(servers.id, id)).catch(failed)
  }
  // A hanging database must not block the shutdown.
  return { stop: () => Promise.race([end(), later(2000)]) }
}

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

export interface RunningServer {
  publicOrigin: string
  port: number
  networks: OpenNetworks
  startedAt: Date
}

export async function listRunningServers(reader: Reader = db): Promise<RunningServer[]> {
  const rows = await reader
    .select()
    .from(servers)
    .where(gt(servers.seen_at, sql`now() - make_interval(secs => ${3 * EVERY})`))
    .orderBy(desc(servers.started_at))
  return rows.map(({ public_origin, port, networks, started_at }) => ({
    publicOrigin: public_origin,
    port,
    networks: networks as OpenNetworks,
    startedAt: started_at,
  }))
}

// Records the last use of each secret, so that a rotation knows when to remove the old one.

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

async function readUses(): Promise<Map<string, Date>> {
  const rows = await db.select().from(networkSecrets)
  return new Map(rows.map(({ fingerprint: one, last_used_at }) => [one, last_used_at]))
}
