/** The second step of a sign-in; and a code once more, where a session alone is not enough. */
import { type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { writeDeskCookie } from '~/http/desk/access/caller.server'
import { CodeForm } from '~/components/desk/code-form'
import { codeSchema, enterDeskCode } from '~/http/desk/access/code.server'
import { findDemoCode } from '~/http/desk/access/demo-code.server'
import { requireStep } from '~/http/desk/access/require.server'
import { describeCodeRefusal } from '~/http/desk/access/texts'
import { redirectBack, redirectToDeskSignIn, safeDeskPath } from '~/http/desk/access/way-back.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { deskPaths } from '~/http/desk/paths'
import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { fill } from '~/messages/message'
import { warning } from '~/messages/notice'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Code')

const readBack = (search: string) => new URLSearchParams(search).get('back')

export async function loader({ request }: LoaderFunctionArgs) {
  const { stage, operator } = await requireStep(request, ['code', 'open'])
  if (stage === 'open' && readBack(new URL(request.url).search) === null) throw redirectWith(deskPaths.today)
  return privatePage({ name: operator.name, isAgain: stage === 'open', demoCode: findDemoCode(operator) })
}

const options = {
  form: 'desk-code',
  fallback: deskPaths.code,
  secrets: ['otp'],
  failed: deskMessages.signIn.busy,
}

export const action = formAction(options, async ({ request, readForm }) => {
  const session = await requireStep(request, ['code', 'open'])
  const form = await readForm(codeSchema)
  const entered = await enterDeskCode(session, form.input.otp)
  if (!entered.ok) {
    if (entered.reason === 'ended') return redirectToDeskSignIn(request, true)
    return form.refuse(describeCodeRefusal(entered))
  }
  const { recoveryCodesLeft: n } = entered
  const notice = n === null ? undefined : warning({ text: fill(deskMessages.code.recovery.text, { n }) })
  const headers = writeDeskCookie(entered.token)
  if (session.stage === 'code') return redirectBack(request, session.operator.id, headers, notice)
  return redirectWith(safeDeskPath(readBack(form.from.split('?')[1] ?? '')), { headers, notice })
})

export default function Code() {
  const { name, isAgain, demoCode } = useLoaderData<typeof loader>()
  return (
    <div className="panel stack">
      <h1>{isAgain ? 'A code once more' : 'Your code'}</h1>
      <p>The six digits that the authenticator app shows for {name}.</p>
      <CodeForm
        action={deskPaths.code}
        hint="Without the phone: one of your recovery codes, of twelve digits."
        demoCode={demoCode}
      />
    </div>
  )
}
