import { requireDesk, requireDeskRole } from '~/http/desk/access/require.server'
import { addChecked } from '~/http/desk/drafts/submit.server'
import { buildDraftPath, buildOperationPath } from '~/http/desk/views/paths'
import { readId } from '~/platform/formats/ids'
import { deskPaths } from '~/http/desk/paths'
import { resource } from '~/http/resource.server'
import { formAction } from '~/http/form-action.server'
import { deskMessages } from '~/messages/desk'
import { redirectKeepingFlash, redirectWith, refusal } from '~/http/respond.server'
import { findLogLine } from '~/desk/log-lines.server'
import { findUndo } from '~/desk/undo.server'
import type { RouteHandle } from '~/platform/route-handle'

export { clientAction } from '~/http/route-exports'

export const handle = { priority: 'desk' } satisfies RouteHandle

const toEntry = (id: string | undefined) => buildOperationPath('log show', { id: readId(id ?? '') ?? '' })

export const loader = resource(async ({ request, params }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, toEntry(params.id))
})

const options = { form: 'undo', fallback: deskPaths.home, failed: deskMessages.draft.failed }

/** The ordinary preview of the change that takes the entry back; where something has changed since, the entry says what. */
export const action = formAction(options, async ({ request, params, readSentForm }) => {
  const { actor } = await requireDesk(request)
  await readSentForm()
  const line = await findLogLine(readId(params.id ?? '') ?? 0)
  const undo = line && (await findUndo(line))
  if (!undo) return refusal(404, 'Not Found')
  if (undo.state === 'changed') return redirectWith(toEntry(params.id))
  const { operation, typed } = undo
  await requireDeskRole(actor, operation)
  return redirectWith(
    buildDraftPath(await addChecked(operation, actor, { typed, files: {}, uncovers: false })),
  )
})
