import { isNull, sql } from 'drizzle-orm'
import { NETWORK_NAMES, type NetworkName } from '~/platform/config/networks'
import { db } from '~/platform/db/client.server'
import { checkpoints } from '~/platform/db/schema/ledger'
import { alerts } from '~/platform/db/schema/monitoring'
import { countByNetwork } from '~/domain/tracking/postbacks.server'
import { listSecrets } from '~/domain/tracking/network-secrets.server'
import { readLastAudit } from '~/domain/books/last-audit.server'
import { readLastBackup } from './backup-age.server'

export interface AlertSource {
  what: string
  last: Date | null
  /** An alert says so, or a backup is older than 36 hours. Null: not late, or nothing says when it would be. */
  state: 'late' | null
}

/** Seconds. */
export const OLD_BACKUP = 36 * 3600

export async function listAlertSources(): Promise<AlertSource[]> {
  const [open, late, networks, feeds, audit, newest, backup] = await Promise.all([
    listOpenNetworks(),
    listLate(),
    countByNetwork(),
    db.execute<{ last: string | null }>(sql`
      SELECT max(finished_at) AS last FROM operator_log
       WHERE command LIKE 'catalogue import %' AND outcome IN ('done', 'partly')`),
    readLastAudit(),
    db.select({ last: sql<string | null>`max(${checkpoints.made_at})` }).from(checkpoints),
    readLastBackup(),
  ])
  const [checkpoint] = newest
  return [
    ...open.map((name) => ({
      what: `network ${name}`,
      last: networks.get(name)?.heard ?? null,
      state: late(`network-silent ${name}`),
    })),
    { what: 'import of a feed', last: toDate(feeds[0]!.last), state: null },
    { what: 'audit', last: audit?.at ?? null, state: late('audit not run') },
    { what: 'checkpoint', last: toDate(checkpoint!.last), state: late('checkpoint ') },
    ...(backup
      ? [
          {
            what: 'backup',
            last: backup.made,
            state: backup.ageSeconds > OLD_BACKUP ? ('late' as const) : null,
          },
        ]
      : []),
  ]
}

async function listOpenNetworks(): Promise<NetworkName[]> {
  const secrets = await Promise.all(NETWORK_NAMES.map(listSecrets))
  return NETWORK_NAMES.filter((_, i) => secrets[i]!.length > 0)
}

async function listLate(): Promise<(alert: string) => AlertSource['state']> {
  const open = await db
    .select({ alert: sql<string>`${alerts.cause} || ' ' || ${alerts.subject}` })
    .from(alerts)
    .where(isNull(alerts.cleared_at))
  const late = new Set(open.map(({ alert }) => alert))
  return (alert) => (late.has(alert) ? 'late' : null)
}

const toDate = (time: string | null) => (time === null ? null : new Date(time))
