import { type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { PasswordField } from '~/components/sign-in/password-field'
import { readCaller, writeDeskCookie } from '~/http/desk/access/caller.server'
import { readDeskSession, requireOpenDesk, requireArrival } from '~/http/desk/access/require.server'
import { closeDeskSession } from '~/http/desk/access/sessions.server'
import { signInAtDesk, deskSignInSchema } from '~/http/desk/access/sign-in.server'
import { describeSignInRefusal } from '~/http/desk/access/texts'
import { buildDeskMeta } from '~/components/desk/meta'
import { deskPaths } from '~/http/desk/paths'
import { readDeskTokenHash } from '~/http/desk-address.server'
import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { writeProbeCookie } from '~/http/probe.server'
import { redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { Field } from '~/components/ui/field'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Sign in')

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await readDeskSession(request)
  if (session?.stage === 'open') throw redirectWith(deskPaths.today)
  if (!session) {
    await requireOpenDesk()
    requireArrival(request)
  }
  return privatePage(null, 200, writeProbeCookie(request))
}

const options = {
  form: 'desk-sign-in',
  fallback: deskPaths.signIn,
  secrets: ['password'],
  failed: deskMessages.signIn.busy,
}

export const action = formAction(options, async ({ request, context, readForm }) => {
  await readDeskSession(request)
  await requireOpenDesk()
  const form = await readForm(deskSignInSchema)
  const signedIn = await signInAtDesk(form.input, readCaller(request, context))
  if (!signedIn.ok) return form.refuse(describeSignInRefusal(signedIn))
  const before = readDeskTokenHash(request)
  if (before) await closeDeskSession(before)
  return redirectWith(deskPaths.code, { headers: writeDeskCookie(signedIn.token) })
})

export default function SignIn() {
  return (
    <div className="panel stack">
      <h1>Sign in</h1>
      <PostForm form="desk-sign-in" action={deskPaths.signIn} whenFailed={deskMessages.signIn.busy}>
        {/* With it, a browser without cookies is told so (app/http/probe.server.ts). */}
        <input type="hidden" name="request_key" value="sign-in" />
        <Field
          name="name"
          label="Name or e-mail address"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Submit>Continue</Submit>
      </PostForm>
      <p className="muted text-small">
        Is the password or the phone lost? Ask an owner for another invitation.
      </p>
    </div>
  )
}
