import { accountMessages } from '~/messages/account'
import { paths } from '~/paths'
import { useDialogData } from '~/components/layout/root-data'
import { Dialog } from '~/components/ui/dialog'
import { PostForm } from '~/components/ui/form'
import { DialogLink, Link, useSearchPath } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { addressPaths } from '~/domain/accounts/address-paths'
import { PhoneForm, ResetPasswordForm, SignInForm, SignUpForm } from './auth-forms'
import { AuthLinks } from './join-dialogs/auth-links'
import { Otp, NoCode } from './join-dialogs/otp-dialog'
import './join-dialogs.css'

function SignIn() {
  const data = useDialogData('join')
  if (!data) return null
  return (
    <Dialog name="sign-in" title="Hi, Welcome Back">
      <SignInForm {...data} />
      <AuthLinks>
        <DialogLink name="forgot-password">Forgot Password</DialogLink>
        <DialogLink name="otp-sign-in">Sign in with OTP</DialogLink>
      </AuthLinks>
      <AuthLinks>
        <span>
          New to DealDwaar? <DialogLink name="sign-up">Sign Up</DialogLink>
        </span>
      </AuthLinks>
    </Dialog>
  )
}

function SignUp() {
  const data = useDialogData('join')
  if (!data) return null
  return (
    <Dialog name="sign-up" title="Sign Up">
      <SignUpForm {...data} />
      <AuthLinks>
        <span>
          Already have an account? <DialogLink name="sign-in">Login</DialogLink>
        </span>
      </AuthLinks>
    </Dialog>
  )
}

function OtpSignIn() {
  const data = useDialogData('join')
  if (!data) return null
  return (
    <Dialog name="otp-sign-in" title="Login with OTP">
      <PhoneForm form="otp-sign-in" {...data} />
      <AuthLinks>
        <DialogLink name="sign-in">Login with password</DialogLink>
        <Link to={addressPaths.lostNumber}>Lost your number?</Link>
        <DialogLink name="sign-up">Sign Up</DialogLink>
      </AuthLinks>
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
      <AuthLinks>
        <DialogLink name="sign-in">Login</DialogLink>
      </AuthLinks>
    </Dialog>
  )
}

function ResetPassword() {
  const proven = useDialogData('join')?.challenge?.proven
  return (
    <Dialog name="reset-password" title="Reset Password">
      {proven ? <ResetPasswordForm phone={proven} /> : <NoCode />}
    </Dialog>
  )
}

function Logout() {
  const stay = `${paths.staySignedIn}?${new URLSearchParams({ from: useSearchPath({ dialog: null }) })}`
  return (
    <Dialog name="logout" title={accountMessages.account.logoutTitle} closeTo={stay}>
      <p>{accountMessages.account.logoutText}</p>
      <PostForm form="sign-out" action={paths.signOut} className="form-buttons">
        <Submit>Yes, logout</Submit>{' '}
        <Link to={stay} replace preventScrollReset className="button">
          Cancel
        </Link>
      </PostForm>
    </Dialog>
  )
}

export const joinDialogs = {
  'sign-in': SignIn,
  'sign-up': SignUp,
  'otp-sign-in': OtpSignIn,
  'forgot-password': ForgotPassword,
  otp: Otp,
  'reset-password': ResetPassword,
  logout: Logout,
}
