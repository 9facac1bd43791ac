import { PasswordField } from './password-field'

interface NewPasswordFieldsProps {
  name: string
  confirmName: string
  confirmLabel?: string
}

export const NewPasswordFields = ({
  name,
  confirmName,
  confirmLabel = 'Confirm new password',
}: NewPasswordFieldsProps) => (
  <>
    <PasswordField name={name} label="New password" autoComplete="new-password" hint="8 characters or more" />
    <PasswordField name={confirmName} label={confirmLabel} autoComplete="new-password" />
  </>
)
