import { Field, PostForm, Submit } from '~/ui/form'

export function ChangePasswordForm({ phone }: { phone: string }) {
  return (
    <PostForm form="change-password" action="/Account/ChangePassword" className="form form-narrow">
      {/* For password managers: whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={phone} />
      <Field
        name="currentPassword"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Field
        name="newPassword"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="8 characters or more"
        required
      />
      <Field
        name="confirmNewPassword"
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        required
      />
      <p className="muted small">Everybody else who is signed in to your account will be signed out.</p>
      <Submit>Change Password</Submit>
    </PostForm>
  )
}
