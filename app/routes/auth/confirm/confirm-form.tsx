import { accountMessages } from '~/messages/account'
import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import { PasswordField } from '~/components/sign-in/password-field'
import { UserName } from '~/components/sign-in/user-name'

export function ConfirmForm({ phone }: { phone: string }) {
  return (
    <PostForm form="confirm" action={paths.confirm} whenFailed={accountMessages.signIn.busy}>
      <UserName phone={phone} />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <Submit>Confirm</Submit>
    </PostForm>
  )
}
