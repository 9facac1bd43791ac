/** Four eyes: what is guarded waits until a second person gives the same command with the same input. */
import { createHash } from 'node:crypto'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/db/client.server'
import type { Page } from '~/db/period.server'
import { approvals } from '~/db/schema/operations'
import { isSamePerson } from '~/settings/person'
import { hasSecondPerson } from '~/settings/set-setting.server'
import type { InputFile } from './fields'
import type { ChangeOperation, JobAnswer, JobOperation } from './operation'
import { Refused } from './refusal'
import type { Call } from './run.server'

export type Approval = typeof approvals.$inferSelect

/** How long a request waits. */
const DAYS = 7

type GuardedCall = Call<ChangeOperation<never>> | Call<JobOperation<never>>

/** Of operation, input and file: two persons mean the same if it is the same. */
async function computeCallHash({ operation, typed, input }: GuardedCall): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify([operation.name, Object.entries(typed).toSorted(byName)]),
  )
  for (const value of Object.values(input as Record<string, unknown>))
    if (isFile(value) && value.name === '-')
      throw new Refused('Another person has to give the same file: name it.')
    else if (isFile(value)) for await (const part of value.open()) hash.update(part as Buffer)
  return hash.digest('hex')
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

const isFile = (value: unknown): value is InputFile =>
  typeof value === 'object' && value !== null && 'open' in value && 'text' in value

/**
 * Null: nobody has to agree. 'ask': a second person has to. Else the request of the other person, to which this call
 * agrees. Throws Refused for the person who asked.
 */
export async function waitsForSecondPerson(call: GuardedCall): Promise<Approval | 'ask' | null> {
  const { operation, input, actor } = call
  if (!(await operation.needsSecondPerson?.(input)) || !(await hasSecondPerson(db, actor.by))) return null
  await dropExpired()
  const [waiting] = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.call_hash, await computeCallHash(call)), eq(approvals.state, 'waiting')))
  if (!waiting) return 'ask'
  if (isSamePerson(waiting.asked_by, actor.by))
    throw new Refused(
      `Approval ${waiting.id} waits: ${waiting.asked_by} asked for it, and another person has to give the same command.`,
    )
  return waiting
}

const dropExpired = () =>
  db
    .update(approvals)
    .set({ state: 'refused', decided_by: 'expired', decided_at: sql`now()` })
    .where(
      and(
        eq(approvals.state, 'waiting'),
        lt(approvals.created_at, sql`now() - make_interval(days => ${DAYS})`),
      ),
    )

export async function askSecondPerson(call: GuardedCall, effect: string): Promise<JobAnswer> {
  const [added] = await db
    .insert(approvals)
    .values({
      call_hash: await computeCallHash(call),
      command: call.command,
      effect,
      asked_by: call.actor.by,
    })
    .returning()
  return {
    effect: `Asks a second person to agree (approval ${added!.id})`,
    notes: [
      `Nothing else is done yet. Within ${DAYS} days another person gives the same command; \`approvals list\` shows what waits.`,
    ],
  }
}

/** Throws Refused if it was decided meanwhile. */
export async function agree({ id }: Approval, by: string, tx: Tx | Reader = db): Promise<void> {
  const agreed = await decide(id, 'approved', by, tx)
  if (!agreed) throw new Refused(`Approval ${id} was decided meanwhile. \`approvals list --all\` shows how.`)
}

/** Null if it does not wait. */
export async function decide(
  id: number,
  state: 'approved' | 'refused',
  by: string,
  tx: Reader = db,
): Promise<Approval | null> {
  const [row] = await tx
    .update(approvals)
    .set({ state, decided_by: by, decided_at: sql`now()` })
    .where(and(eq(approvals.id, id), eq(approvals.state, 'waiting')))
    .returning()
  return row ?? null
}

export const listApprovals = (all: boolean, { after, limit }: Page): Promise<Approval[]> =>
  db
    .select()
    .from(approvals)
    .where(
      and(
        all ? undefined : eq(approvals.state, 'waiting'),
        after === undefined ? undefined : lt(approvals.id, after),
      ),
    )
    .orderBy(desc(approvals.id))
    .limit(limit)
