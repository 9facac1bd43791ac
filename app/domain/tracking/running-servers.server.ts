/** Registry of running servers for the command line, whose environment may differ from theirs. */
import { desc, eq, gt, lte, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { servers } from '~/platform/db/schema/servers'
import { errorFacts, log } from '~/platform/log.server'
import { schedule, type Schedule } from '~/platform/timers.server'
import { NETWORK_NAMES, type NetworkName } from '~/platform/config/networks'
import { fingerprint } from './secret-use.server'
import { listKeys, listSecrets, describeSettings } from './senders.server'

export interface OpenNetwork {
  open: boolean
  hmac: string | null
  cidrs: string[]
  secrets: string[]
  keys: string[]
}

export type OpenNetworks = Record<NetworkName, OpenNetwork>

export const readOpenNetworks = (): OpenNetworks =>
  Object.fromEntries(
    NETWORK_NAMES.map((network) => [
      network,
      {
        ...describeSettings(network),
        secrets: listSecrets(network).map((one) => fingerprint(network, one)),
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

export async function listRunningServers(): Promise<RunningServer[]> {
  const rows = await db
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
