import { PasswordField } from './password-field'
import { PASSWORD_SHORTEST } from '~/domain/accounts/rules'

interface NewPasswordFieldsProps {
  name: string
  confirmName: string
  confirmLabel?: string
  shortest?: number
}

export const NewPasswordFields = ({
  name,
  confirmName,
  confirmLabel = 'Confirm new password',
  shortest = PASSWORD_SHORTEST,
}: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      name={name}
      label="New password"
      autoComplete="new-password"
      hint={`${shortest} characters or more`}
    />
    <PasswordField name={confirmName} label={confirmLabel} autoComplete="new-password" />
  </>
)
