import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { writeDeskCookie } from '~/http/desk/access/caller.server'
import { CodeForm } from '~/components/desk/code-form'
import { codeSchema } from '~/http/desk/access/code.server'
import { findDemoCode } from '~/http/desk/access/demo-code.server'
import { readDeskSession, requireStep } from '~/http/desk/access/require.server'
import { showSecondFactor } from '~/http/desk/access/second-factor-picture.server'
import { finishSetUp } from '~/http/desk/access/set-up.server'
import { describeCodeRefusal } from '~/http/desk/access/texts'
import { redirectToDeskSignIn } from '~/http/desk/access/way-back.server'
import { buildDeskMeta } from '~/components/desk/meta'
import { deskPaths } from '~/http/desk/paths'
import { formAction } from '~/http/form-action.server'
import { deskMessages } from '~/messages/desk'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import '~/components/desk/frame.css'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Second factor')

export async function loader({ request }: LoaderFunctionArgs) {
  const { operator } = await requireStep(request, ['set-up'])
  return privatePage({ factor: showSecondFactor(operator), demoCode: findDemoCode(operator) })
}

const options = {
  form: 'desk-code',
  fallback: deskPaths.setUp,
  secrets: ['otp'],
  failed: deskMessages.signIn.busy,
}

export const action = formAction(options, async ({ request, readForm }) => {
  await readDeskSession(request)
  const form = await readForm(codeSchema)
  const session = await requireStep(request, ['set-up'])
  const finished = await finishSetUp(session, form.input.otp)
  if (finished.ok) return redirectWith(deskPaths.recoveryCodes, { headers: writeDeskCookie(finished.token) })
  if (finished.reason === 'ended') return redirectToDeskSignIn(request, true)
  return form.refuse(describeCodeRefusal(finished))
})

export default function SetUp() {
  const { factor, demoCode } = useLoaderData<typeof loader>()
  return (
    <div className="panel stack">
      <h1>Your second factor</h1>
      {factor && (
        <>
          <p>
            Read this picture with an authenticator app, such as Google Authenticator, Aegis or 1Password.
          </p>
          <p>
            <img src={factor.picture} alt="QR code for the authenticator app" className="desk-qr" />
          </p>
          <p>
            Is the app on this device?{' '}
            <a href={factor.address} className="link">
              Open it
            </a>
            , or type this secret into it: <strong>{factor.secret}</strong>
          </p>
        </>
      )}
      <p>Then enter the six digits that the app shows.</p>
      <CodeForm action={deskPaths.setUp} demoCode={demoCode} />
    </div>
  )
}
