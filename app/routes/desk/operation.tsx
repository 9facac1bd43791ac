import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireDesk, requireDeskRole } from '~/http/desk/access/require.server'
import { findDraft } from '~/http/desk/drafts/drafts.server'
import { submitForm } from '~/http/desk/drafts/submit.server'
import { findInTopic, findTopic } from '~/http/desk/views/find-page.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { OperationPage } from '~/components/desk/operation-page'
import { buildDraftPath } from '~/http/desk/views/paths'
import { readOperationPage } from '~/http/desk/views/read-page.server'
import { readAtDesk } from '~/http/desk/read.server'
import { deskPaths } from '~/http/desk/paths'
import { formAction } from '~/http/form-action.server'
import { deskMessages } from '~/messages/desk'
import { privatePage } from '~/http/page'
import { redirectWith, refusal } from '~/http/respond.server'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data }) => buildDeskMeta(data?.title ?? 'Error')

const toPlace = ({ topic = '', operation }: Record<string, string | undefined>) => ({ topic, operation })

/** Throws 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor } = await requireDesk(request)
  const { searchParams } = new URL(request.url)
  const page = await readAtDesk(() => readOperationPage(actor, toPlace(params), searchParams))
  if (!page) throw refusal(404, 'Not Found')
  return privatePage(page, page.page === 'forbidden' ? 403 : 200)
}

const options = { form: 'operation', fallback: deskPaths.home, failed: deskMessages.draft.failed }

export const action = formAction(options, async ({ request, params, readSentForm }) => {
  const { actor } = await requireDesk(request)
  const data = await readSentForm()
  const { topic: word, operation: second } = toPlace(params)
  const topic = await findTopic(word)
  const operation = topic && findInTopic(topic, second)
  if (!operation) throw refusal(404, 'Not Found')
  await requireDeskRole(actor, operation)
  const earlier = data.get('draft')
  const draft = typeof earlier === 'string' ? await findDraft(actor.operatorId!, earlier) : null
  const id = await submitForm(operation, actor, data, draft?.operation === operation.name ? draft : null)
  return redirectWith(buildDraftPath(id))
})

export default function DeskOperation() {
  return <OperationPage page={useLoaderData<typeof loader>() as never} />
}
