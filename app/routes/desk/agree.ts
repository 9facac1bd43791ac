import { requireDesk, requireDeskRole } from '~/http/desk/access/require.server'
import { findApprovalInput } from '~/http/desk/drafts/drafts.server'
import { addChecked } from '~/http/desk/drafts/submit.server'
import { buildDraftPath, buildOperationPath } from '~/http/desk/views/paths'
import { readId } from '~/platform/formats/ids'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { deskMessages } from '~/messages/desk'
import { redirectKeepingFlash, redirectWith, refusal } from '~/http/respond.server'
import { findOperation } from '~/desk/find-operation'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, buildOperationPath('approvals list'))
})

/** The second person gets the preview of what the first one typed; its confirmation is the agreement. */
const options = { form: 'agree', fallback: deskPaths.home, failed: deskMessages.draft.failed }

export const action = formAction(options, async ({ request, params, readSentForm }) => {
  const { actor } = await requireDesk(request)
  await readSentForm()
  const approval = readId(params.id ?? '') ?? 0
  const found = await findApprovalInput(approval)
  if (!found) return refusal(404, 'Not Found')
  const operation = await findOperation(found.operation)
  await requireDeskRole(actor, operation)
  return redirectWith(buildDraftPath(await addChecked(operation, actor, { ...found.input, approval })))
})
