import { desc, eq } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { periodCloses } from '~/platform/db/schema/periods'
import { longTransaction } from '~/platform/db/time-limit.server'
import { monthNow, nextMonth } from '~/platform/formats/months'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { describeWait, judgeRequest, readPersons, type Wait } from '~/domain/settings/independence.server'
import { findSettledIds } from './recorded.server'
import { lockSettlements } from './settlements.server'
import { listCloses, type Close, type Ends, type PeriodStep } from './closed-months.server'
import { readGstTie, type GstTie } from './months/figures.server'
import { readNewest } from './month-checks.server'
import { makePeriodFiles, type PeriodFiles } from './month-files.server'

type MonthRefusal = Refused<'not-over'> | Refused<'closed'> | Refused<'not-next', { next: string }>

export type MonthFiles = PeriodFiles & { tie: GstTie }

/** 'writers': an open transaction may still post into the month. */
export type CloseRefusal = MonthRefusal | Refused<'writers'>

export async function refuseClose(reader: Reader, month: string): Promise<MonthRefusal | null> {
  if (month >= monthNow()) return refused('not-over')
  const last = (await listCloses(reader)).at(-1)
  if (last && month <= last.month) return refused('closed')
  const next = last ? nextMonth(last.month) : month
  return month === next ? null : refused('not-next', { next })
}

/** The first close includes all earlier months, also in its gst.csv. Waits `patience` ms for open transactions. */
export const closeMonth = (
  month: string,
  madeBy: string,
  { patience }: { patience?: number } = {},
): Promise<Done<MonthFiles> | CloseRefusal> =>
  longTransaction(async (tx) => {
    await lockSettlements(tx)
    const refusal = await refuseClose(tx, month)
    if (refusal) return refusal
    const ends = await findEnds(tx, patience)
    if (!ends) return refused('writers')
    ends.keeps_ids = true
    ends.has_marks = true
    if (!(await listCloses(tx)).length) ends.has_earlier_gst = true
    const made = await makePeriodFiles(tx, { month, ends })
    await tx
      .insert(periodCloses)
      .values({ month, step: 'closed', ends, sha256: made.sha256, made_by: madeBy })
    return done({ ...made, tie: await readGstTie(tx, { month, ends }) })
  })

/** After a month's end only a transaction that is still open can add a transfer to it. */
async function findEnds(tx: Tx, patience: number | undefined): Promise<Ends | null> {
  if (!(await findSettledIds(tx, patience))) return null
  return readNewest(tx)
}

type ReopenRefusal =
  Refused<'open'> | Refused<'not-last', { last: string }> | Refused<'dependent', { wait: Wait }>

/** `wait`: of a request. */
export type Reopening = Done<{ step: PeriodStep; alone: boolean; wait: Wait | null }>

/** Needs two persons: the first requests it, the second reopens the month. */
export const reopenMonth = (
  month: string,
  reason: string,
  madeBy: string,
  within?: Tx,
): Promise<Reopening | ReopenRefusal> =>
  inTransaction(async (tx) => {
    await lockSettlements(tx)
    const closes = await listCloses(tx)
    if (!closes.some((close) => close.month === month)) return refused('open')
    const last = closes.at(-1)!.month
    if (last !== month) return refused('not-last', { last })
    const newest = (await findNewest(tx, month))!
    const persons = await readPersons(tx)
    const request = { by: newest.made_by, at: newest.created_at }
    const judged = newest.step === 'reopen-asked' ? judgeRequest(persons, request, madeBy, 'finance') : null
    if (judged?.agrees === false && persons.at <= judged.wait.until)
      return refused('dependent', { wait: judged.wait })
    const step = judged?.agrees ? ('reopened' as const) : ('reopen-asked' as const)
    const [row] = await tx.insert(periodCloses).values({ month, step, reason, made_by: madeBy }).returning()
    return done({
      step: row!,
      alone: judged?.agrees === true && judged.alone,
      wait: judged?.agrees ? null : describeWait(persons, { by: madeBy, at: persons.at }, 'finance'),
    })
  }, within)

/** Ends the request to reopen the month, which stays closed. */
export const refuseReopening = (
  month: string,
  reason: string,
  madeBy: string,
  within?: Tx,
): Promise<Done<{ step: PeriodStep; requestedBy: string }> | Refused<'no-request'>> =>
  inTransaction(async (tx) => {
    await lockSettlements(tx)
    const newest = await findNewest(tx, month)
    if (newest?.step !== 'reopen-asked') return refused('no-request')
    const step = 'reopen-refused' as const
    const [row] = await tx.insert(periodCloses).values({ month, step, reason, made_by: madeBy }).returning()
    return done({ step: row!, requestedBy: newest.made_by })
  }, within)

async function findNewest(tx: Tx, month: string): Promise<PeriodStep | undefined> {
  const [row] = await tx
    .select()
    .from(periodCloses)
    .where(eq(periodCloses.month, month))
    .orderBy(desc(periodCloses.id))
    .limit(1)
  return row
}

export const listMonthEndSteps = ({ after, limit }: Page): Promise<PeriodStep[]> =>
  db
    .select()
    .from(periodCloses)
    .where(continueBelow(periodCloses.id, after))
    .orderBy(desc(periodCloses.id))
    .limit(limit)

export const remakeFiles = (
  month: string,
): Promise<Done<MonthFiles> | Refused<'open'> | Refused<'changed', { close: Close }>> =>
  longTransaction(async (tx) => {
    const close = (await listCloses(tx)).find((one) => one.month === month)
    if (!close) return refused('open')
    const made = await makePeriodFiles(tx, close)
    if (made.sha256 !== close.sha256) return refused('changed', { close })
    return done({ ...made, tie: await readGstTie(tx, close) })
  })
