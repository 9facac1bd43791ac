/** Asks for the password before payout details change; the form is saved afterwards. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmForm } from './confirm/confirm-form'
import { confirmPassword, confirmSchema } from '~/domain/accounts/own-password.server'
import { explainConfirmRefusal } from '~/domain/accounts/refusals'
import { formAction } from '~/http/form-action.server'
import { accountMessages } from '~/messages/account'
import { readClientContext } from '~/http/auth-flow.server'
import { privatePage } from '~/http/page'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { readSession, requireSession } from '~/http/session.server'
import { expirePendingForm, readPendingForm } from '~/http/reauthentication.server'
import { getPathname, safePath } from '~/http/form/site-paths'
import { openDialog } from '~/http/urls'
import { moneyMessages } from '~/messages/money'
import { failure, success } from '~/messages/notice'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { DialogLink, Link } from '~/components/ui/link'
import { PanelPage } from '~/components/ui/panel-page'
import { findMethod, saveWaitingForm } from '~/http/payout-forms.server'
import '~/components/ui/form-links.css'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const PATH = paths.confirm
const WALLET = paths.wallet

export const meta = createHiddenMeta(
  'Confirm your password',
  'Your password, before your bank or UPI details change.',
  PATH,
)

function readReturnPath(search: string): string {
  const path = safePath(new URLSearchParams(search).get('from'), WALLET)
  return getPathname(path).toLowerCase() === PATH ? WALLET : path
}

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await readSession(request)
  if (!session) throw redirectKeepingFlash(request, openDialog('/', 'sign-in'))
  const waiting = readPendingForm(request, session)
  const from = waiting?.to ?? readReturnPath(new URL(request.url).search)
  if (session.mayChangePayouts) {
    if (!waiting) throw redirectKeepingFlash(request, from)
    throw redirectWith(from, { form: waiting.form, headers: { 'Set-Cookie': expirePendingForm() } })
  }
  return privatePage({ phone: session.user.phone_number, from, waits: waiting && findMethod(waiting.form) })
}

const options = {
  form: 'confirm',
  fallback: PATH,
  secrets: ['password'],
  failed: accountMessages.signIn.busy,
}

export const action = formAction(options, async ({ request, context, readForm }) => {
  const session = await requireSession(request)
  const form = await readForm(confirmSchema)
  const { user, tokenHash } = session
  const { address } = readClientContext(request, context)
  const confirmed = await confirmPassword({ userId: user.id, tokenHash, address }, form.input)
  if (!confirmed.ok) {
    const { message, errors } = explainConfirmRefusal(confirmed)
    return form.refuse({ notice: message && failure(message), errors })
  }
  const waiting = readPendingForm(request, session)
  if (!waiting)
    return redirectWith(readReturnPath(form.from.split('?')[1] ?? ''), {
      notice: success(moneyMessages.payoutDetails.confirmed),
    })
  const ended = { headers: { 'Set-Cookie': expirePendingForm() } }
  const saved = await saveWaitingForm(user.id, waiting.form, tokenHash)
  if (saved?.ok) return redirectWith(saved.to, { ...saved, ...ended })
  const { notice, errors = {} } = saved ?? { notice: success(moneyMessages.payoutDetails.confirmed) }
  return redirectWith(waiting.to, { notice, form: { ...waiting.form, errors }, ...ended })
})

const WHAT = { bank: 'your bank details are saved', upi: 'your UPI ID is saved' }

export default function Confirm() {
  const { phone, from, waits } = useLoaderData<typeof loader>()
  return (
    <PanelPage title="Confirm your password">
      <p>
        To change your bank or UPI details, please enter your password
        {waits ? `; then ${WHAT[waits]}` : ''}. We ask for it again after 15 minutes.
      </p>
      <ConfirmForm phone={phone} />
      <p className="form-links">
        <Link to={from}>Cancel</Link> <DialogLink name="forgot-password">Forgot Password</DialogLink>
      </p>
    </PanelPage>
  )
}
