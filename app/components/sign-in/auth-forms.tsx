import { Link } from '~/components/ui/link'
import { accountMessages } from '~/messages/account'
import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { useRef } from 'react'
import { Checkbox } from '~/components/ui/checkbox'
import { EmailField, Field } from '~/components/ui/field'
import { Submit } from '~/components/ui/submit'
import { useCarriedValue } from './use-carried-value'
import { NewPasswordFields } from './new-password-fields'
import { PasswordField } from './password-field'
import { UserName } from './user-name'

const { reset, signIn, signUp } = accountMessages

/** Password managers need `username` beside a password, which HTML does not allow for type=tel. */
function PhoneField({ isUsername = false, typed }: { isUsername?: boolean; typed?: string }) {
  const input = useRef<HTMLInputElement>(null)
  useCarriedValue(input, () => 'phone_number')
  return (
    <Field
      inputRef={input}
      defaultValue={typed}
      name="phone_number"
      label="Mobile number"
      type={isUsername ? 'text' : 'tel'}
      inputMode="tel"
      autoComplete={isUsername ? 'username' : 'tel'}
      placeholder="98765 43210"
      required
    />
  )
}

export function SignInForm({ requestKey, phone }: Pick<JoinFormProps, 'requestKey' | 'phone'>) {
  return (
    <PostForm form="sign-in" action={paths.signIn} whenFailed={signIn.busy}>
      <input type="hidden" name="request_key" value={requestKey} />
      <PhoneField isUsername typed={phone} />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <Checkbox name="rememberMe">Remember me</Checkbox>
      <Submit>Login</Submit>
    </PostForm>
  )
}

export interface JoinFormProps {
  requestKey: string
  referredBy: string
  phone: string
  typed: Record<string, string> | null
}

const listTyped = ({ typed, phone }: JoinFormProps): Record<string, string> =>
  typed ?? { phone_number: phone }

export function SignUpForm(props: JoinFormProps) {
  const { requestKey, referredBy } = props
  const typed = listTyped(props)
  return (
    <PostForm form="sign-up" action={paths.signUp} whenFailed={signUp.failed}>
      <input type="hidden" name="request_key" value={requestKey} />
      <Field name="username" label="Full name" autoComplete="name" defaultValue={typed.username} required />
      <PhoneField isUsername typed={typed.phone_number} />
      <EmailField label="E-mail" defaultValue={typed.email} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint="8 characters or more"
      />
      <Field
        name="referred_by"
        label="Referral code"
        hint="If a friend gave you one"
        autoComplete="off"
        defaultValue={typed.referred_by || referredBy}
      />
      <Checkbox name="agreeToTerms" required defaultChecked={typed.agreeToTerms === 'on'}>
        I agree to the <Link to={paths.termsConditions}>Terms and Conditions</Link> and have read the{' '}
        <Link to={paths.privacyPolicy}>Privacy Policy</Link>
      </Checkbox>
      <p className="muted text-small">
        What we keep: your name, number and e-mail to run your account, and your visits to shops to credit
        your cashback. We do not sell them.
      </p>
      <Submit>Sign Up</Submit>
    </PostForm>
  )
}

export function PhoneForm({
  form,
  ...props
}: JoinFormProps & {
  form: 'otp-sign-in' | 'forgot-password'
}) {
  return (
    <PostForm
      form={form}
      action={form === 'otp-sign-in' ? paths.otpSignIn : paths.forgotPassword}
      whenFailed={form === 'otp-sign-in' ? signIn.busy : reset.failed}
    >
      <input type="hidden" name="request_key" value={props.requestKey} />
      <PhoneField typed={listTyped(props).phone_number} />
      <Submit>Send OTP</Submit>
    </PostForm>
  )
}

export function ResetPasswordForm({ phone }: { phone: string }) {
  return (
    <PostForm form="reset-password" action={paths.resetPassword} whenFailed={reset.failed}>
      <UserName phone={phone} />
      <NewPasswordFields name="new_password" confirmName="confirm_password" confirmLabel="Confirm password" />
      <Submit>Reset Password</Submit>
    </PostForm>
  )
}
