import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NewPasswordFields } from '~/components/sign-in/new-password-fields'
import { PasswordField } from '~/components/sign-in/password-field'
import { DESK_PASSWORD_SHORTEST } from '~/domain/accounts/rules'
import { HiddenUserName } from '~/components/sign-in/user-name'
import { readCaller, writeDeskCookie } from '~/http/desk/access/caller.server'
import { changeDeskPassword, changeDeskPasswordSchema } from '~/http/desk/access/change-password.server'
import { requireDesk, requireFreshCode } from '~/http/desk/access/require.server'
import { describePasswordRefusal } from '~/http/desk/access/texts'
import { buildDeskMeta } from '~/components/desk/meta'
import { deskPaths } from '~/http/desk/paths'
import { formAction } from '~/http/form-action.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { success } from '~/messages/notice'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import '~/components/desk/frame.css'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction = () => buildDeskMeta('Change password')

export async function loader({ request }: LoaderFunctionArgs) {
  const desk = await requireDesk(request)
  requireFreshCode(request, desk)
  return privatePage({ name: desk.actor.name })
}

const options = {
  form: 'desk-password',
  fallback: deskPaths.password,
  secrets: ['password', 'new_password', 'confirm_password'],
}

export const action = formAction(options, async ({ request, context, readForm }) => {
  const desk = await requireDesk(request)
  const form = await readForm(changeDeskPasswordSchema)
  requireFreshCode(request, desk, deskPaths.password)
  const changed = await changeDeskPassword(desk, form.input, readCaller(request, context))
  if (!changed.ok) return form.refuse(describePasswordRefusal(changed))
  return redirectWith(deskPaths.sessions, {
    notice: success(deskMessages.password.changed),
    headers: writeDeskCookie(changed.token),
  })
})

export default function Password() {
  const { name } = useLoaderData<typeof loader>()
  return (
    <section className="panel stack desk-narrow">
      <h1>Change password</h1>
      <PostForm form="desk-password" action={deskPaths.password} whenFailed={deskMessages.signIn.busy}>
        <PasswordField name="password" label="Current password" autoComplete="current-password" />
        <HiddenUserName label="Name" name={name} />
        <NewPasswordFields
          name="new_password"
          confirmName="confirm_password"
          shortest={DESK_PASSWORD_SHORTEST}
        />
        <Submit>Change password</Submit>
      </PostForm>
    </section>
  )
}
