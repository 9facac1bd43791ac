import { useLoaderData } from '@remix-run/react'
import { addressPaths } from '~/domain/accounts/address-paths'
import { numberLinkSchema, requestNumberLink } from '~/domain/accounts/number-changes.server'
import { canSendMail } from '~/domain/outreach/queue-mail.server'
import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { addressMessages } from '~/messages/address'
import { success } from '~/messages/notice'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { EmailField } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { PanelPage } from '~/components/ui/panel-page'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const TITLE = 'Lost your number?'
const PATH = addressPaths.lostNumber
const { lostNumber } = addressMessages

export const meta = createHiddenMeta(
  TITLE,
  'Change the mobile number of your account when you no longer have it.',
  PATH,
)

export const loader = () => privatePage({ sendsMail: canSendMail() })

const options = { form: 'lost-number', fallback: PATH }

export const action = formAction(options, async ({ context, readForm }) => {
  const form = await readForm(numberLinkSchema)
  await requestNumberLink(form.input.email, context.clientAddress ?? '')
  return redirectWith(PATH, { notice: success(lostNumber.sent) })
})

export default function LostNumber() {
  const { sendsMail } = useLoaderData<typeof loader>()
  return (
    <PanelPage title={TITLE}>
      {sendsMail && <Request />}
      <p>
        {sendsMail && 'Does not apply to you? '}
        {lostNumber.support}{' '}
        <Link to={paths.contactUs} className="link link-alone">
          Contact Us
        </Link>
      </p>
    </PanelPage>
  )
}

const Request = () => (
  <>
    <p>
      You can give your account another mobile number once a year, with the e-mail address of your account,
      your password and the new number. The address must be confirmed, and unchanged, for 30 days.
    </p>
    <p>
      The new number counts after 72 hours. Any sign-in with the old number stops the change, so do not sign
      in with it meanwhile. After that you cannot withdraw for 7 days.
    </p>
    <PostForm form="lost-number" action={PATH}>
      <EmailField label="E-mail" />
      <Submit>Send the link</Submit>
    </PostForm>
  </>
)
