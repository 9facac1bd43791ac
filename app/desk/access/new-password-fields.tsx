import { PasswordField } from '~/accounts/password-field'

/** `name` is for password managers. */
export function NewPasswordFields({ name }: { name: string }) {
  return (
    <>
      <input type="text" value={name} autoComplete="username" readOnly hidden />
      <PasswordField
        name="new_password"
        label="New password"
        autoComplete="new-password"
        hint="8 to 128 characters, and none that everybody knows."
      />
      <PasswordField name="confirm_password" label="New password again" autoComplete="new-password" />
    </>
  )
}
