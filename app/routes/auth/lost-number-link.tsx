import { randomBytes } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LinkOver } from '~/components/sign-in/link-over'
import { addressPaths, lostNumberCodePath, lostNumberPath } from '~/domain/accounts/address-paths'
import {
  findNumberLink,
  newNumberSchema,
  sendNewNumberCode,
  findChangeInProgress,
} from '~/domain/accounts/number-changes.server'
import { explainNumberRefusal } from '~/domain/accounts/refusals'
import { PasswordField } from '~/components/sign-in/password-field'
import { formatTime } from '~/platform/formats/dates'
import { formAction } from '~/http/form-action.server'
import { authFlowCookie, readClientContext } from '~/http/auth-flow.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { accountMessages } from '~/messages/account'
import { addressMessages } from '~/messages/address'
import { fill } from '~/messages/message'
import { failure } from '~/messages/notice'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { HomeLink, PanelPage } from '~/components/ui/panel-page'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const TITLE = 'Your new number'

export const meta = createHiddenMeta(TITLE, 'Change the mobile number of your account.', null)

export async function loader({ params }: LoaderFunctionArgs) {
  const token = params.token!
  const isLive = (await findNumberLink(token)) !== null
  const change = isLive ? null : await findChangeInProgress(token)
  return privatePage({ token, isLive, due: change && formatTime(change.due) }, isLive || change ? 200 : 404)
}

const options = ({ token }: { token?: string }) => ({
  form: 'new-number',
  fallback: lostNumberPath(token!),
  secrets: ['password'],
  failed: accountMessages.otp.notSent,
})

export const action = formAction(options, async ({ request, params, context, readForm }) => {
  const token = params.token!
  const form = await readForm(newNumberSchema)
  const result = await sendNewNumberCode(token, form.input, readClientContext(request, context))
  if (!result.ok) {
    if (result.reason === 'linkEnded') return redirectWith(lostNumberPath(token))
    const { message, errors } = explainNumberRefusal(result)
    return form.refuse({ notice: message && failure(message), errors })
  }
  const { challengeId } = result
  const cookie = authFlowCookie.write({ challengeId, secret: randomBytes(16).toString('base64url') })
  return redirectWith(lostNumberCodePath(token), { headers: { 'Set-Cookie': cookie } })
})

export default function NewNumber() {
  const { token, isLive, due } = useLoaderData<typeof loader>()
  if (due) return <ChangeInProgress due={due} />
  if (!isLive)
    return (
      <LinkOver title={TITLE}>
        <p>
          <Link to={addressPaths.lostNumber} className="link link-alone">
            Ask for another one
          </Link>
        </p>
      </LinkOver>
    )
  return (
    <PanelPage title={TITLE}>
      <p>Enter your password and your new mobile number; a code to it proves that it is yours.</p>
      <PostForm form="new-number" action={lostNumberPath(token)} whenFailed={accountMessages.otp.notSent}>
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Field
          name="phone_number"
          label="New mobile number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="98765 43210"
          required
        />
        <Submit>Send OTP</Submit>
      </PostForm>
    </PanelPage>
  )
}

function ChangeInProgress({ due }: { due: string }) {
  const { title, text } = addressMessages.lostNumber.begun
  return (
    <PanelPage title={TITLE}>
      <p>
        <strong>{fill(title, { due })}</strong>
      </p>
      <p>{text}</p>
      <HomeLink />
    </PanelPage>
  )
}
