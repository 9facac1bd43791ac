/** Forms of the desk, sealed and for their operator alone. Their ids are their request keys. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db } from '~/platform/db/client.server'
import { deskDrafts } from '~/platform/db/schema/desk-drafts'
import { approvals } from '~/platform/db/schema/operations'
import { seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import type { Draft, DraftInput, DraftState } from './draft'

type SealedColumn = 'input' | 'state'

const place = (column: SealedColumn, id: string): SealedPlace => `desk_drafts|${column}|${id}`
const sealJson = (column: SealedColumn, id: string, value: unknown) =>
  seal(JSON.stringify(value), place(column, id))
const openJson = (column: SealedColumn, id: string, sealed: string): unknown =>
  JSON.parse(unseal(sealed, place(column, id)))

export async function addDraft(
  operatorId: number,
  operation: string,
  input: DraftInput,
  state: DraftState = { errors: {} },
): Promise<string> {
  const id = randomUUID()
  await db.insert(deskDrafts).values({
    key: id,
    operator_id: operatorId,
    operation,
    input: sealJson('input', id, input),
    state: sealJson('state', id, state),
  })
  return id
}

/** What is shown once has been on a page: from now on no page and no row has it. */
export async function forgetShown({ id, state: { result } }: Draft): Promise<void> {
  if (result?.state !== 'done' || !result.answer?.facts.some(({ isOnce }) => isOnce)) return
  await db.transaction(async (tx) => {
    const ofDraft = eq(deskDrafts.key, id)
    const [row] = await tx.select({ state: deskDrafts.state }).from(deskDrafts).where(ofDraft).for('update')
    if (!row) return
    const state = openJson('state', id, row.state) as DraftState
    if (state.result?.state !== 'done' || !state.result.answer) return
    const facts = state.result.answer.facts.filter(({ isOnce }) => !isOnce)
    const kept = { ...state, result: { ...state.result, answer: { ...state.result.answer, facts } } }
    await tx
      .update(deskDrafts)
      .set({ state: sealJson('state', id, kept) })
      .where(ofDraft)
  })
}

const ID = z.uuid()

/** Null: there is none, or it is another operator's. */
export async function findDraft(operatorId: number, id: string): Promise<Draft | null> {
  if (!ID.safeParse(id).success) return null
  const [row] = await db
    .select({
      operation: deskDrafts.operation,
      input: deskDrafts.input,
      state: deskDrafts.state,
      createdAt: deskDrafts.created_at,
    })
    .from(deskDrafts)
    .where(and(eq(deskDrafts.key, id), eq(deskDrafts.operator_id, operatorId)))
  return row
    ? {
        id,
        operatorId,
        operation: row.operation,
        input: openJson('input', id, row.input) as DraftInput,
        state: openJson('state', id, row.state) as DraftState,
        createdAt: row.createdAt,
      }
    : null
}

/** A result with its answer is final: of two confirmations at one moment, one has it. */
export async function updateDraft({ id }: Pick<Draft, 'id'>, state: DraftState): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ state: deskDrafts.state })
      .from(deskDrafts)
      .where(eq(deskDrafts.key, id))
      .for('update')
    if (!row) return
    const { result } = openJson('state', id, row.state) as DraftState
    if (result?.state === 'done' && result.answer) return
    await tx
      .update(deskDrafts)
      .set({
        state: sealJson('state', id, state),
        approval_id: state.result?.state === 'waits' ? state.result.approval : null,
      })
      .where(eq(deskDrafts.key, id))
  })
}

/** Input of the person who requested the approval; null: it was not requested at the desk, or it was decided. */
export async function findApprovalInput(
  approvalId: number,
): Promise<{ operation: string; input: DraftInput } | null> {
  const [row] = await db
    .select({ key: deskDrafts.key, operation: deskDrafts.operation, input: deskDrafts.input })
    .from(deskDrafts)
    .innerJoin(approvals, eq(approvals.id, deskDrafts.approval_id))
    .where(and(eq(approvals.id, approvalId), eq(approvals.state, 'waiting')))
    .limit(1)
  if (!row) return null
  return { operation: row.operation, input: openJson('input', row.key, row.input) as DraftInput }
}
