import { fill } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { paths } from '~/paths'
import { useDialogData } from '~/components/layout/root-data'
import { Dialog } from '~/components/ui/dialog'
import { PostForm } from '~/components/ui/form'
import { DialogLink } from '~/components/ui/link'
import { Submit } from '~/components/ui/submit'
import { OtpInput } from '../otp-input'
import { Resend } from '../resend'
import { AuthLinks } from './auth-links'
import '../join-dialogs.css'

export function Otp() {
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
            <p className="join-demo-code">{fill(accountMessages.otp.demo, { code: challenge.demoCode })}</p>
          )}
          {challenge.live ? (
            <PostForm form="otp" action={paths.otp} whenFailed={accountMessages.otp.ended}>
              <OtpInput />
              <Submit>Verify OTP</Submit>
            </PostForm>
          ) : (
            <p>{accountMessages.otp.over}</p>
          )}
          <Resend seconds={challenge.secondsLeft} sentAt={challenge.sentAt} asOf={data.requestKey} />
          <AuthLinks>
            <span>
              Wrong number? <DialogLink name={challenge.purpose}>Change it</DialogLink>
            </span>
          </AuthLinks>
        </>
      ) : (
        <NoCode />
      )}
    </Dialog>
  )
}

export function NoCode() {
  return (
    <>
      <p>{accountMessages.otp.none}</p>
      <AuthLinks>
        <DialogLink name="otp-sign-in">Login with OTP</DialogLink>
        <DialogLink name="sign-up">Sign Up</DialogLink>
        <DialogLink name="forgot-password">Forgot Password</DialogLink>
      </AuthLinks>
    </>
  )
}
