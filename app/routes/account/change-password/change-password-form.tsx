import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { Submit } from '~/components/ui/submit'
import { NewPasswordFields } from '~/components/sign-in/new-password-fields'
import { PasswordField } from '~/components/sign-in/password-field'
import { UserName } from '~/components/sign-in/user-name'
import '~/components/ui/panel-parts.css'

export function ChangePasswordForm({ phone }: { phone: string }) {
  return (
    <PostForm form="change-password" action={paths.changePassword} className="form form-narrow">
      <UserName phone={phone} />
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
      <NewPasswordFields name="newPassword" confirmName="confirmNewPassword" />
      <p className="muted text-small">Everybody else who is signed in to your account will be signed out.</p>
      <Submit>Change Password</Submit>
    </PostForm>
  )
}
