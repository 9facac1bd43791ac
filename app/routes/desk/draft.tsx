import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk } from '~/http/desk/access/require.server'
import { confirmDraft } from '~/http/desk/drafts/confirm.server'
import { forgetShown } from '~/http/desk/drafts/drafts.server'
import { requireAllowedDraft, requireDraft } from '~/http/desk/drafts/require.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { OperationPage } from '~/components/desk/operation-page'
import { buildDraftPath } from '~/http/desk/views/paths'
import { findOnlyFound, readDraftPage } from '~/http/desk/views/read-draft.server'
import { readAtDesk } from '~/http/desk/read.server'
import { deskPaths } from '~/http/desk/paths'
import { formAction } from '~/http/form-action.server'
import { deskMessages } from '~/messages/desk'
import { success } from '~/messages/notice'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data }) => buildDeskMeta(data?.title ?? 'Error')

export async function loader({ request, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request)
  const found = await requireDraft(request, desk, params.id)
  const page = await readAtDesk(async () => readDraftPage(found, desk.actor))
  if (request.method === 'GET') await forgetShown(found.draft)
  const only = request.method === 'GET' ? findOnlyFound(page) : null
  if (only !== null) return redirectWith(only)
  return privatePage(page, page.page === 'forbidden' ? 403 : 200)
}

const options = { form: 'confirm', fallback: deskPaths.home, failed: deskMessages.draft.failed }

export const action = formAction(options, async ({ request, params, readSentForm }) => {
  const desk = await requireDesk(request)
  const consent = (await readSentForm()).get('consent')
  const { draft, operation } = await requireAllowedDraft(request, desk, params.id)
  const record = await confirmDraft(draft, operation, desk.actor, typeof consent === 'string' ? consent : '')
  if (record) {
    const { to, words, undo } = record
    const actions = undo === undefined ? undefined : [{ label: deskMessages.record.undo, href: undo }]
    return redirectWith(to, { notice: success({ text: words }, actions) })
  }
  return redirectWith(buildDraftPath(draft.id))
})

export default function DeskDraft() {
  return <OperationPage page={useLoaderData<typeof loader>() as never} />
}
