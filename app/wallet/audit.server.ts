/** Do the books balance? Each check finds its defects; none is how it has to be. */
import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { readTurn, takeTurn } from '~/db/turns.server'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { schedule, type Schedule } from '~/schedule.server'
import { checks } from './audit/checks'
import { findSealedDefects } from './audit/sealed.server'
import { sums } from './audit/sums'

export interface Defect {
  /** The name of the check, e.g. 'trial balance'. */
  check: string
  /** How many defects this check found. */
  count: number
  /** What one of them is about, e.g. 'user_available of 1001'. */
  subject: string
  /** What is and what should be. */
  detail: string
  /** What to do about it. */
  next: string
}

/** Of each check so many defects are named, however many it found. */
const EXAMPLES = 3

/**
 * Runs every check, those in SQL over one snapshot of the database: the number of defects of each check that found any, with
 * up to three examples. An empty list means that the books balance.
 */
export async function findDefects(reader: Reader = db): Promise<Defect[]> {
  const parts = Object.entries(checks).map(
    ([name, { query }]) =>
      `(SELECT '${name}' AS "check", count(*) OVER ()::int AS count, subject::text, detail::text
          FROM (${query}) AS defects LIMIT ${EXAMPLES})`,
  )
  const rows = await reader.execute<Defect & Record<string, unknown>>(
    sql.raw(`WITH ${sums} ${parts.join('\nUNION ALL\n')}`),
  )
  const inSql = rows.map(({ check, count, subject, detail }) => ({
    check,
    count,
    subject,
    detail,
    next: checks[check]!.next,
  }))
  return [...inSql, ...(await findSealedDefects(reader, EXAMPLES))]
}

/** How many defects these are. */
export const countDefects = (defects: Defect[]): number =>
  [...new Map(defects.map(({ check, count }) => [check, count])).values()].reduce((a, b) => a + b, 0)

/** What the last scheduled audit found, for a gauge. */
export interface AuditResult {
  defects: number
  /** The checks that found any. */
  checks: string[]
  milliseconds: number
}

const JOB = 'audit'

/** Audits when nobody did within AUDIT_MINUTES, and says in the log what it found; null: it was not our turn. */
export const auditInTurn = (): Promise<AuditResult | null> =>
  takeTurn(JOB, env().AUDIT_MINUTES * 60, async () => {
    const started = Date.now()
    const defects = await findDefects()
    const result = {
      defects: countDefects(defects),
      checks: [...new Set(defects.map(({ check }) => check))],
      milliseconds: Date.now() - started,
    }
    const { milliseconds: ms } = result
    if (result.defects)
      log('error', 'the books do not balance', {
        defects: result.defects,
        checks: result.checks.join(', '),
        ms,
      })
    else log('info', 'the books balance', { defects: 0, ms })
    return result
  })

/** What the last scheduled audit found, and when; null: there was none yet. */
export const readLastAudit = () => readTurn<AuditResult>(JOB)

/** Looks every minute whether an audit is due; of all processes one does it. */
export const startAudits = (every = 60): Schedule => schedule(JOB, every, auditInTurn)
