import { gt, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { claimProofs } from '~/platform/db/schema/claims'
import { formatCount } from '~/platform/formats/count'
import { hoursBefore, type Condition } from './causes'

const MB = 1024 * 1024
/** Of all members in 24 hours. Each member has a limit, but one person may have many accounts. */
const MOST_BYTES = 500 * MB

export const proofCondition: Condition = {
  name: 'files of proofs',
  causes: ['proofs-large'],
  async find({ at }) {
    const { size, user_id, created_at } = claimProofs
    const [row] = await db
      .select({
        bytes: sql<number>`coalesce(sum(${size}), 0)::float8`,
        members: sql<number>`count(DISTINCT ${user_id})::int`,
      })
      .from(claimProofs)
      .where(gt(created_at, hoursBefore(at, 24)))
    const { bytes, members } = row!
    if (bytes <= MOST_BYTES) return []
    const detail = `${Math.round(bytes / MB)} MB of ${formatCount(members, 'member')} in 24 hours.`
    return [{ cause: 'proofs-large', subject: '', detail }]
  },
}
