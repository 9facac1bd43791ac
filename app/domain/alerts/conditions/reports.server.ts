import { sql, type SQL } from 'drizzle-orm'
import { formatTime, HOUR_MS } from '~/platform/formats/dates'
import { db } from '~/platform/db/client.server'
import { formatPlain, formatRupees } from '~/platform/formats/money'
import { readSettings } from '~/domain/settings/settings.server'
import { env } from '~/platform/config/env.server'
import { NETWORK_NAMES, type NetworkName } from '~/platform/config/networks'
import { listSecrets } from '~/domain/tracking/network-secrets.server'
import { formatDuration, hoursBefore, MAX_FINDINGS, type Condition, type AlertFinding } from './causes'

export const quarantineCondition: Condition = {
  name: 'quarantine',
  causes: ['quarantine'],
  async find() {
    const maximum = env().ALERT_QUARANTINE
    const [row] = await db.execute<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM postback_inbox
       WHERE outcome = 'quarantined' AND resolved_at IS NULL`)
    const { count } = row!
    if (count <= maximum) return []
    return [{ cause: 'quarantine', subject: '', detail: `${count} wait, which is more than ${maximum}.` }]
  },
}

/** Sales within the limit of loss at approval whose commission fell later; for 30 days. */
export const commissionCondition: Condition = {
  name: 'lowered commission',
  causes: ['commission-lowered'],
  async find({ at }) {
    const { MOST_LOSS_A_SALE } = await readSettings(db)
    const rows = await db.execute<{ id: string; cost: string; commission: string }>(sql`
      SELECT c.id, c.granted_paise + c.referral_paise AS cost, c.network_payout_paise AS commission
        FROM conversions c JOIN postback_inbox i ON i.id = c.report_id
       WHERE c.status = 'approved' AND NOT c.accepted AND c.network_payout_paise < c.granted_paise + c.referral_paise
         AND c.granted_paise + c.referral_paise - c.network_payout_paise > ${MOST_LOSS_A_SALE.toString()}::bigint
         AND i.received_at > ${hoursBefore(at, 30 * 24).toISOString()}::timestamptz
       ORDER BY c.id LIMIT ${MAX_FINDINGS}`)
    return rows.map(({ id, cost, commission }) => ({
      cause: 'commission-lowered',
      subject: `sale ${id}`,
      detail: `It cost ${formatRupees(BigInt(cost))}, and the network pays ${formatRupees(BigInt(commission))} for it.`,
    }))
  },
}

const NEW_DAYS = 7
const USUAL_DAYS = 90
/** With fewer sales a share says little. */
const MIN_NEW_SALES = 5
const MIN_USUAL_SALES = 20
const MAX_SALES = 20_000

/** A network's commission as a share of its sales, in the last week above twice that of the 90 days before. */
export const raisedCommissionCondition: Condition = {
  name: 'raised commission',
  causes: ['commission-raised'],
  async find({ at }) {
    const found: AlertFinding[] = []
    for (const network of NETWORK_NAMES) {
      const [row] = await db.execute<{ recent: string | null; usual: string | null }>(sql`
        WITH sales AS (
          SELECT network_payout_paise AS paid, sale_paise AS sale, created_at > ${hoursBefore(at, NEW_DAYS * 24).toISOString()}::timestamptz AS is_new
            FROM (SELECT * FROM conversions WHERE network = ${network} ORDER BY id DESC LIMIT ${MAX_SALES}) newest
           WHERE sale_paise > 0 AND network_payout_paise IS NOT NULL AND status IN ('pending', 'approved')
             AND created_at > ${hoursBefore(at, (NEW_DAYS + USUAL_DAYS) * 24).toISOString()}::timestamptz)
        SELECT (SELECT trunc(sum(paid) * 10000 / sum(sale)) FROM sales WHERE is_new HAVING count(*) >= ${MIN_NEW_SALES}) AS recent,
               (SELECT trunc(sum(paid) * 10000 / sum(sale)) FROM sales WHERE NOT is_new HAVING count(*) >= ${MIN_USUAL_SALES}) AS usual`)
      const { recent, usual } = row!
      if (recent === null || usual === null || BigInt(recent) <= 2n * BigInt(usual)) continue
      found.push({
        cause: 'commission-raised',
        subject: network,
        detail: `Its commission is ${formatPlain(BigInt(recent))} % of the sales of ${NEW_DAYS} days, and was ${formatPlain(BigInt(usual))} % in the ${USUAL_DAYS} days before.`,
      })
    }
    return found
  },
}

export const lagCondition: Condition = {
  name: 'postback lag',
  causes: ['postback-lag'],
  async find({ at }) {
    const before = hoursBefore(at, env().ALERT_LAG_MINUTES / 60)
    return [
      ...(await findUnapplied('postbacks', sql`postback_inbox`, at, before)),
      ...(await findUnapplied('payout webhooks', sql`payout_events`, at, before)),
    ]
  },
}

async function findUnapplied(subject: string, table: SQL, at: Date, before: Date): Promise<AlertFinding[]> {
  const [row] = await db.execute<{ count: number; oldest: string | null }>(sql`
    SELECT count(*)::int AS count, min(received_at) AS oldest FROM ${table}
     WHERE processed_at IS NULL AND received_at < ${before.toISOString()}::timestamptz`)
  const { count, oldest } = row!
  if (oldest === null) return []
  const detail = `${count} not applied, the oldest for ${formatDuration(at.getTime() - new Date(oldest).getTime())}.`
  return [{ cause: 'postback-lag', subject, detail }]
}

export const silenceCondition: Condition = {
  name: 'network silence',
  causes: ['network-silent'],
  async find({ at }) {
    const found: AlertFinding[] = []
    for (const network of NETWORK_NAMES) {
      const heard = (await listSecrets(network)).length ? await findLatestReport(network) : null
      const silent = heard ? at.getTime() - heard.getTime() : 0
      if (!heard || silent < HOUR_MS) continue
      const limit = await computeLongestSilence(network, heard)
      if (limit === null || silent <= limit) continue
      const detail = `Nothing for ${formatDuration(silent)}, since ${formatTime(heard)}; up to ${formatDuration(limit)} is usual or allowed.`
      found.push({ cause: 'network-silent', subject: network, detail })
    }
    return found
  },
}

async function findLatestReport(network: NetworkName): Promise<Date | null> {
  const [row] = await db.execute<{ heard: string }>(sql`
    SELECT received_at AS heard FROM postback_inbox
     WHERE network = ${network} AND method NOT IN ('CSV', 'CLAIM') ORDER BY id DESC LIMIT 1`)
  return row ? new Date(row.heard) : null
}

/** Milliseconds; null: the alert is disabled, or there are too few reports. */
async function computeLongestSilence(network: NetworkName, heard: Date): Promise<number | null> {
  const hours = env().ALERT_SILENCE_HOURS_BY_NETWORK.get(network) ?? env().ALERT_SILENCE_HOURS
  if (hours !== undefined) return hours ? hours * HOUR_MS : null
  const usual = await computeUsualGap(network, heard)
  return usual === null ? null : Math.max(2 * usual, MIN_AUTOMATIC_LIMIT)
}

/** Networks pause at night. */
const MIN_AUTOMATIC_LIMIT = 6 * HOUR_MS
/** With fewer postbacks in 30 days the usual gap is unknown. */
const MIN_POSTBACKS = 10
const MAX_POSTBACKS = 20_000

/** Milliseconds: the third longest gap of 30 days, because the two longest may be outages. */
async function computeUsualGap(network: NetworkName, heard: Date): Promise<number | null> {
  const [row] = await db.execute<{ count: number; gap: number | null }>(sql`
    WITH newest AS (
      SELECT received_at FROM postback_inbox WHERE network = ${network} AND method NOT IN ('CSV', 'CLAIM')
       ORDER BY id DESC LIMIT ${MAX_POSTBACKS}),
    gaps AS (
      SELECT extract(epoch FROM received_at - lag(received_at) OVER (ORDER BY received_at)) * 1000 AS gap
        FROM newest WHERE received_at > ${hoursBefore(heard, 30 * 24).toISOString()}::timestamptz)
    SELECT count(*)::int AS count,
           (SELECT gap::float8 FROM gaps WHERE gap IS NOT NULL ORDER BY gap DESC OFFSET 2 LIMIT 1) AS gap FROM gaps`)
  const { count, gap } = row!
  return count < MIN_POSTBACKS ? null : gap
}
