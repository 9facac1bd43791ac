/** A GET changes nothing, because mail scanners follow links. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LinkOver } from '~/components/sign-in/link-over'
import { findStopLink, stopByLink } from '~/domain/accounts/stop-number-change.server'
import { stopNumberChangePath } from '~/domain/accounts/address-paths'
import { formAction } from '~/http/form-action.server'
import { emptySchema } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { openDialog } from '~/http/urls'
import { addressMessages } from '~/messages/address'
import { success } from '~/messages/notice'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { PostForm } from '~/components/ui/form'
import { PanelPage } from '~/components/ui/panel-page'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const TITLE = 'Stop the change of your number'

export const meta = createHiddenMeta(TITLE, 'Keep the mobile number of your account.', null)

export async function loader({ params }: LoaderFunctionArgs) {
  const token = params.token!
  const isLive = (await findStopLink(token)) !== null
  return privatePage({ token, isLive }, isLive ? 200 : 404)
}

const options = ({ token }: { token?: string }) => ({
  form: 'stop-number',
  fallback: stopNumberChangePath(token!),
})

export const action = formAction(options, async ({ params, readForm }) => {
  const here = stopNumberChangePath(params.token!)
  await readForm(emptySchema)
  const result = await stopByLink(params.token!)
  if (!result.ok) return redirectWith(here)
  return redirectWith(openDialog('/', 'forgot-password'), {
    notice: success(addressMessages.mailLink.stopped),
  })
})

export default function StopNumberChange() {
  const { token, isLive } = useLoaderData<typeof loader>()
  if (!isLive) return <LinkOver title={TITLE} />
  return (
    <PanelPage title={TITLE}>
      <p>
        Press this if it was not you who gave your account another number. Everybody is signed out, and your
        password ends, because somebody else must have known it. You choose a new one with a code to your
        number.
      </p>
      <PostForm form="stop-number" action={stopNumberChangePath(token)}>
        <Submit>Stop the change</Submit>
      </PostForm>
    </PanelPage>
  )
}
