/** The link of an invitation. Reading it changes nothing; the invitation is used when the second factor is set up. */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NewPasswordFields } from '~/components/sign-in/new-password-fields'
import { DESK_PASSWORD_SHORTEST } from '~/domain/accounts/rules'
import { HiddenUserName } from '~/components/sign-in/user-name'
import { readCaller, writeDeskCookie } from '~/http/desk/access/caller.server'
import { readDeskSession, requireOpenDesk } from '~/http/desk/access/require.server'
import { choosePassword, findInvited, newPasswordSchema } from '~/http/desk/access/set-up.server'
import { describeNewPasswordRefusal } from '~/http/desk/access/texts'
import { buildDeskMeta } from '~/components/desk/meta'
import { buildInvitationPath } from '~/domain/operators/invitation-path'
import { deskPaths } from '~/http/desk/paths'
import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Invitation')

export async function loader({ request, params }: LoaderFunctionArgs) {
  await readDeskSession(request)
  const token = params.token!
  const invited = await findInvited(token)
  if (!invited) await requireOpenDesk()
  return privatePage({ token, invited: invited && { name: invited.name, role: invited.role } })
}

const options = ({ token }: { token?: string }) => ({
  form: 'desk-invitation',
  fallback: buildInvitationPath(token!),
  secrets: ['new_password', 'confirm_password'],
  failed: deskMessages.signIn.busy,
})

export const action = formAction(options, async ({ request, params, context, readForm }) => {
  await readDeskSession(request)
  const token = params.token!
  const form = await readForm(newPasswordSchema)
  const chosen = await choosePassword(token, form.input, readCaller(request, context))
  if (chosen.ok) return redirectWith(deskPaths.setUp, { headers: writeDeskCookie(chosen.token) })
  if (chosen.reason === 'ended') return redirectWith(buildInvitationPath(token))
  return form.refuse(describeNewPasswordRefusal(chosen))
})

export default function Invitation() {
  const { token, invited } = useLoaderData<typeof loader>()
  if (!invited)
    return (
      <div className="panel stack">
        <h1>This invitation is over</h1>
        <p>{deskMessages.setUp.over}</p>
      </div>
    )
  return (
    <div className="panel stack">
      <h1>Welcome, {invited.name}</h1>
      <p>
        You are invited to this desk with the role {invited.role}. First choose a password; then you need an
        authenticator app on your phone.
      </p>
      <PostForm
        form="desk-invitation"
        action={buildInvitationPath(token)}
        whenFailed={deskMessages.signIn.busy}
      >
        <HiddenUserName label="Name" name={invited.name} />
        <NewPasswordFields
          name="new_password"
          confirmName="confirm_password"
          shortest={DESK_PASSWORD_SHORTEST}
        />
        <Submit>Continue</Submit>
      </PostForm>
    </div>
  )
}
