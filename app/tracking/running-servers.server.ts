/** Which servers run, and what they let in: the command line asks this instead of its own environment. */
import { desc, eq, gt, lte, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { servers } from '~/db/schema'
import { env } from '~/env.server'
import { errorFacts, log } from '~/log.server'
import { schedule, type Schedule } from '~/schedule.server'
import { NETWORK_NAMES, type NetworkName } from './networks'
import { fingerprint } from './secret-use.server'
import { keysOf, secretsOf, settingsOf } from './senders.server'

/** What a server lets a network do, without its secrets. */
export interface OpenNetwork {
  open: boolean
  hmac: string | null
  cidrs: string[]
  /** Keyed hashes, the newest first: of the URL, and of the signature. */
  secrets: string[]
  keys: string[]
}

export type OpenNetworks = Record<NetworkName, OpenNetwork>

/** As this process's environment says. */
export const readOpenNetworks = (): OpenNetworks =>
  Object.fromEntries(
    NETWORK_NAMES.map((network) => [
      network,
      {
        ...settingsOf(network),
        secrets: secretsOf(network).map((one) => fingerprint(network, one)),
        keys: keysOf(network).map((one) => fingerprint(network, one)),
      },
    ]),
  ) as OpenNetworks

/** In seconds. A server that was not seen for three of these was killed. */
const EVERY = 30

/** Tells that this process serves, again and again, until it is stopped. Errors are logged and stop nothing. */
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
      // Swept away while this machine slept.
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
  // A database that hangs keeps no server from stopping.
  return { stop: () => Promise.race([end(), later(2000)]) }
}

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

export interface RunningServer {
  publicOrigin: string
  port: number
  networks: OpenNetworks
  startedAt: Date
}

/** Those that were seen within the last minute and a half, the one that started last first. */
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
