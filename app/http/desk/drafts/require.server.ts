import { refusal } from '../../respond.server'
import { requireFreshCode, type Desk, requireDeskRole } from '../access/require.server'
import { findDraftOperation, type FoundDraft } from '../views/read-draft.server'
import { buildDraftPath } from '../views/paths'
import { findDraft } from './drafts.server'

/** Throws 404 (also for another's draft), and a redirect to the code if the draft may hold accounts or secrets. */
export async function requireDraft(
  request: Request,
  desk: Desk,
  id: string | undefined,
): Promise<FoundDraft> {
  const draft = await findDraft(desk.actor.operatorId, id ?? '')
  const found = draft && (await findDraftOperation(draft))
  if (!found) throw refusal(404, 'Not Found')
  const { operation } = found
  if (operation.needsCode || draft.input.uncovers) requireFreshCode(request, desk, buildDraftPath(draft.id))
  return found
}

export async function requireAllowedDraft(...given: Parameters<typeof requireDraft>): Promise<FoundDraft> {
  const found = await requireDraft(...given)
  const [, { actor }] = given
  await requireDeskRole(actor, found.operation)
  return found
}
