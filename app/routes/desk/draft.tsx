import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk, requireFreshCode } from '~/desk/access/require.server'
import { confirmDraft } from '~/desk/drafts/confirm.server'
import { findDraft } from '~/desk/drafts/drafts.server'
import { readDeskForm } from '~/desk/form.server'
import { deskMeta } from '~/desk/meta'
import { OperationPage } from '~/desk/views/operation-page'
import { writeDraftPath } from '~/desk/views/paths'
import { findDraftOperation, readDraftPage } from '~/desk/views/read-draft.server'
import { readAtDesk } from '~/desk/read.server'
import { privatePage } from '~/http/page'
import { redirectWith, refusal } from '~/http/respond.server'
import { mayDo } from '~/operations/roles'

export { clientAction } from '~/http/client-action'
export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta: MetaFunction<typeof loader> = ({ data }) => deskMeta(data?.title ?? 'Error')

/** Throws 404, also for somebody else's draft. */
async function requireDraft(operatorId: number, id: string | undefined) {
  const draft = await findDraft(operatorId, id ?? '')
  const found = draft && (await findDraftOperation(draft))
  if (!found) throw refusal(404, 'Not Found')
  return found
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request)
  const found = await requireDraft(desk.actor.operatorId!, params.id)
  if (found.draft.input.uncovers) requireFreshCode(request, desk)
  const page = await readAtDesk(async () => readDraftPage(found, desk.actor))
  return privatePage(page, page.page === 'forbidden' ? 403 : 200)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const desk = await requireDesk(request)
  const consent = (await readDeskForm(request)).get('consent')
  const { draft, operation } = await requireDraft(desk.actor.operatorId!, params.id)
  if (operation.needsCode) requireFreshCode(request, desk)
  if (!mayDo(desk.actor.role, operation.role)) throw refusal(403, 'Forbidden')
  await confirmDraft(draft, operation, desk.actor, typeof consent === 'string' ? consent : '')
  return redirectWith(writeDraftPath(draft.id))
}

export default function DeskDraft() {
  return <OperationPage page={useLoaderData<typeof loader>() as never} />
}
