/** A GET changes nothing, because mail scanners follow links. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LinkOver } from '~/components/sign-in/link-over'
import { findUndoLink, undoChange } from '~/domain/accounts/email-address.server'
import { undoAddressPath } from '~/domain/accounts/address-paths'
import { maskEmail } from '~/platform/formats/email-address'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { openDialog } from '~/http/urls'
import { CONTACT_US } from '~/messages/actions'
import { addressMessages } from '~/messages/address'
import { failure, success } from '~/messages/notice'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { PostForm } from '~/components/ui/form'
import { PanelPage } from '~/components/ui/panel-page'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const TITLE = 'Undo the change of your e-mail'

export const meta = createHiddenMeta(TITLE, 'Return to your former e-mail address.', null)

export async function loader({ params }: LoaderFunctionArgs) {
  const token = params.token!
  const link = await findUndoLink(token)
  return privatePage({ token, email: link && maskEmail(link.email) }, link ? 200 : 404)
}

const options = ({ token }: { token?: string }) => ({
  form: 'undo-address',
  fallback: undoAddressPath(token!),
})

export const action = formAction(options, async ({ params, readForm }) => {
  const here = undoAddressPath(params.token!)
  await readForm(emptySchema)
  const result = await undoChange(params.token!)
  const { taken, undone } = addressMessages.mailLink
  if (!result.ok)
    return redirectWith(
      here,
      result.reason === 'taken' ? { notice: failure(taken, [CONTACT_US]) } : undefined,
    )
  return redirectWith(openDialog('/', 'forgot-password'), { notice: success(undone) })
})

export default function UndoChange() {
  const { token, email } = useLoaderData<typeof loader>()
  if (!email) return <LinkOver title={TITLE} />
  return (
    <PanelPage title={TITLE}>
      <p>Your account gets {email} back, whatever address it has now.</p>
      <p>
        Everybody is signed out, and your password ends, because somebody else must have known it. You choose
        a new one with a code to your mobile number.
      </p>
      <PostForm form="undo-address" action={undoAddressPath(token)}>
        <Submit>Undo the change</Submit>
      </PostForm>
    </PanelPage>
  )
}
