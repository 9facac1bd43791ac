/** A GET changes nothing, because mail scanners follow links. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { confirmAddress, findAddressLink } from '~/domain/accounts/email-address.server'
import { LinkOver } from '~/components/sign-in/link-over'
import { confirmAddressPath } from '~/domain/accounts/address-paths'
import { maskEmail } from '~/platform/formats/email-address'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { readSession } from '~/http/session.server'
import { CONTACT_US } from '~/messages/actions'
import { addressMessages } from '~/messages/address'
import { failure, success } from '~/messages/notice'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { PanelPage } from '~/components/ui/panel-page'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const TITLE = 'Confirm your e-mail'

export const meta = createHiddenMeta(TITLE, 'Confirm that an e-mail address is yours.', null)

export async function loader({ params }: LoaderFunctionArgs) {
  const token = params.token!
  const link = await findAddressLink(token)
  return privatePage({ token, email: link && maskEmail(link.email) }, link ? 200 : 404)
}

const options = ({ token }: { token?: string }) => ({
  form: 'confirm-address',
  fallback: confirmAddressPath(token!),
})

export const action = formAction(options, async ({ request, params, readForm }) => {
  const token = params.token!
  const here = confirmAddressPath(token)
  await readForm(emptySchema)
  const result = await confirmAddress(token)
  const { taken, confirmed, changed } = addressMessages.mailLink
  if (!result.ok)
    return redirectWith(
      here,
      result.reason === 'taken' ? { notice: failure(taken, [CONTACT_US]) } : undefined,
    )
  return redirectWith((await readSession(request)) ? paths.account : '/', {
    notice: success(result.isChange ? changed : confirmed),
  })
})

export default function ConfirmEmail() {
  const { token, email } = useLoaderData<typeof loader>()
  if (!email)
    return (
      <LinkOver title={TITLE}>
        <p>
          <Link to={paths.account} className="link">
            Your profile
          </Link>{' '}
          sends another one.
        </p>
      </LinkOver>
    )
  return (
    <PanelPage title={TITLE}>
      <p>Is {email} your e-mail address?</p>
      <PostForm form="confirm-address" action={confirmAddressPath(token)}>
        <Submit>Confirm this address</Submit>
      </PostForm>
    </PanelPage>
  )
}
