import { Link } from '@remix-run/react'
import type { ComponentType, ReactNode } from 'react'
import { fill, messages } from '~/messages'
import { paths } from '~/paths'
import { useDialogData } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { COMMON_TEXTS, PostForm } from '~/ui/form'
import { DialogLink, useSearchPath } from '~/ui/link'
import { Spaced } from '~/ui/spaced'
import { Submit } from '~/ui/submit'
import { PhoneForm, ResetPasswordForm, SignInForm, SignUpForm } from './join-forms'
import { OtpInput } from '../otp/otp-input'
import { Resend } from '../otp/resend'

function Others({ children }: { children: ReactNode }) {
  return (
    <p className="form-links">
      <Spaced>{children}</Spaced>
    </p>
  )
}

function SignIn() {
  const data = useDialogData('join')
  if (!data) return null
  return (
    <Dialog name="sign-in" title="Hi, Welcome Back">
      <SignInForm requestKey={data.requestKey} />
      <Others>
        <DialogLink name="forgot-password">Forgot Password</DialogLink>
        <DialogLink name="otp-sign-in">Sign in with OTP</DialogLink>
      </Others>
      <Others>
        <span>
          New to DealDwaar? <DialogLink name="sign-up">Sign Up</DialogLink>
        </span>
      </Others>
    </Dialog>
  )
}

function SignUp() {
  const data = useDialogData('join')
  if (!data) return null
  return (
    <Dialog name="sign-up" title="Sign Up">
      <SignUpForm {...data} />
      <Others>
        <span>
          Already have an account? <DialogLink name="sign-in">Login</DialogLink>
        </span>
      </Others>
    </Dialog>
  )
}

function OtpSignIn() {
  const data = useDialogData('join')
  if (!data) return null
  return (
    <Dialog name="otp-sign-in" title="Login with OTP">
      <PhoneForm form="otp-sign-in" {...data} />
      <Others>
        <DialogLink name="sign-in">Login with password</DialogLink>
        <DialogLink name="sign-up">Sign Up</DialogLink>
      </Others>
    </Dialog>
  )
}

function ForgotPassword() {
  const data = useDialogData('join')
  if (!data) return null
  return (
    <Dialog name="forgot-password" title="Reset Password">
      <p>Enter your mobile number; a code to it proves that it is yours.</p>
      <PhoneForm form="forgot-password" {...data} />
      <Others>
        <DialogLink name="sign-in">Login</DialogLink>
      </Others>
    </Dialog>
  )
}

function Otp() {
  const data = useDialogData('join')
  if (!data) return null
  const { challenge } = data
  return (
    <Dialog name="otp" title="OTP Verification">
      {challenge ? (
        <>
          <p>
            The code for <span className="digits">{challenge.phone}</span>
          </p>
          {challenge.demoCode && (
            <p className="join-demo-code">{fill(messages.otp.demo, { code: challenge.demoCode })}</p>
          )}
          {challenge.live ? (
            <PostForm form="otp" action={paths.otp} whenFailed={messages.otp.ended}>
              <OtpInput />
              <Submit>Verify OTP</Submit>
            </PostForm>
          ) : (
            <p>{messages.otp.over}</p>
          )}
          <Resend seconds={challenge.secondsLeft} sentAt={challenge.sentAt} asOf={data.requestKey} />
          <Others>
            <span>
              Wrong number? <DialogLink name={challenge.purpose}>Change it</DialogLink>
            </span>
          </Others>
        </>
      ) : (
        <NoCode />
      )}
    </Dialog>
  )
}

function NoCode() {
  return (
    <>
      <p>{messages.otp.none}</p>
      <Others>
        <DialogLink name="otp-sign-in">Login with OTP</DialogLink>
        <DialogLink name="sign-up">Sign Up</DialogLink>
        <DialogLink name="forgot-password">Forgot Password</DialogLink>
      </Others>
    </>
  )
}

function ResetPassword() {
  const challenge = useDialogData('join')?.challenge
  const proven = challenge?.verified && challenge.purpose === 'forgot-password'
  return (
    <Dialog name="reset-password" title="Reset Password">
      {proven ? <ResetPasswordForm /> : <NoCode />}
    </Dialog>
  )
}

function Logout() {
  const stay = `${paths.staySignedIn}?${new URLSearchParams({ from: useSearchPath({ dialog: null }) })}`
  return (
    <Dialog name="logout" title={messages.account.logoutTitle} closeTo={stay}>
      <p>{messages.account.logoutText}</p>
      <PostForm form="sign-out" action={paths.signOut} className="form-buttons" whenFailed={COMMON_TEXTS}>
        <Submit>Yes, logout</Submit>{' '}
        <Link to={stay} preventScrollReset className="button">
          Cancel
        </Link>
      </PostForm>
    </Dialog>
  )
}

export const joinDialogs: Record<string, ComponentType> = {
  'sign-in': SignIn,
  'sign-up': SignUp,
  'otp-sign-in': OtpSignIn,
  'forgot-password': ForgotPassword,
  otp: Otp,
  'reset-password': ResetPassword,
  logout: Logout,
}
