import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { lostNumberCodePath, lostNumberPath } from '~/domain/accounts/address-paths'
import { beginNumberChange, findNewNumberCode } from '~/domain/accounts/number-changes.server'
import { explainNumberRefusal } from '~/domain/accounts/refusals'
import { otpSchema } from '~/domain/accounts/enter-code.server'
import { OtpInput } from '~/components/sign-in/otp-input'
import { Resend } from '~/components/sign-in/resend'
import { maskPhone } from '~/domain/accounts/rules'
import { formAction } from '~/http/form-action.server'
import { authFlowCookie, readClientContext } from '~/http/auth-flow.server'
import { privatePage } from '~/http/page'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { accountMessages } from '~/messages/account'
import { fill } from '~/messages/message'
import { failure } from '~/messages/notice'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { PanelPage } from '~/components/ui/panel-page'
import { Submit } from '~/components/ui/submit'
import '~/components/sign-in/join-dialogs.css'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const TITLE = 'OTP Verification'

export const meta = createHiddenMeta(TITLE, 'Enter the code that was sent to your new number.', null)

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const token = params.token!
  const open = await findNewNumberCode(token, readClientContext(request, context).challengeId)
  if (!open) throw redirectKeepingFlash(request, lostNumberPath(token))
  const { phone, live, demoCode, secondsLeft, sentAt } = open
  return privatePage({
    token,
    phone: maskPhone(phone),
    live,
    demoCode: live ? demoCode : null,
    secondsLeft,
    sentAt: sentAt.getTime(),
  })
}

const options = ({ token }: { token?: string }) => ({
  form: 'new-number-code',
  fallback: lostNumberCodePath(token!),
  secrets: ['otp'],
  failed: accountMessages.otp.ended,
})

export const action = formAction(options, async ({ request, params, context, readForm }) => {
  const token = params.token!
  const form = await readForm(otpSchema)
  const result = await beginNumberChange(token, form.input.otp, readClientContext(request, context))
  if (!result.ok) {
    if (result.reason === 'linkEnded') return redirectWith(lostNumberPath(token))
    const { message, errors } = explainNumberRefusal(result)
    const to = result.reason === 'phoneTaken' ? lostNumberPath(token) : form.from
    return form.refuse({ notice: failure(message ?? { text: errors!.phone_number }) }, to)
  }
  return redirectWith(lostNumberPath(token), { headers: { 'Set-Cookie': authFlowCookie.end() } })
})

export default function NewNumberCode() {
  const { token, phone, live, demoCode, secondsLeft, sentAt } = useLoaderData<typeof loader>()
  return (
    <PanelPage title={TITLE}>
      <p>
        The code for <span className="digits">{phone}</span>
      </p>
      {demoCode && <p className="join-demo-code">{fill(accountMessages.otp.demo, { code: demoCode })}</p>}
      {live ? (
        <PostForm
          form="new-number-code"
          action={lostNumberCodePath(token)}
          whenFailed={accountMessages.otp.ended}
        >
          <OtpInput />
          <Submit>Verify OTP</Submit>
        </PostForm>
      ) : (
        <p>{accountMessages.otp.over}</p>
      )}
      <Resend seconds={secondsLeft} sentAt={sentAt} asOf={sentAt} />
      <p>
        Wrong number?{' '}
        <Link to={lostNumberPath(token)} className="link">
          Change it
        </Link>
      </p>
    </PanelPage>
  )
}
