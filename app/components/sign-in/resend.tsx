import { Link } from '~/components/ui/link'
import { useEffect, useState } from 'react'
import { fill } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { paths } from '~/paths'
import { usePlace } from '~/components/ui/document-context'
import { PostForm } from '~/components/ui/form'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Submit } from '~/components/ui/submit'

function useCountdown(from: number, asOf: unknown): number {
  const [secondsLeft, setLeft] = useState(from)
  useEffect(() => {
    const end = Date.now() + from * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [from, asOf])
  return secondsLeft
}

interface ResendProps {
  seconds: number
  sentAt: number
  asOf: unknown
}

export function Resend({ seconds, sentAt, asOf }: ResendProps) {
  const secondsLeft = useCountdown(seconds, asOf)
  const hydrated = useHydrated()
  const { pathname, search } = usePlace()
  if (secondsLeft === 0)
    return (
      <PostForm form="resend" action={paths.resendCode} whenFailed={accountMessages.otp.notSent}>
        <input type="hidden" name="sent_at" value={sentAt} />
        <Submit className="button">Resend OTP</Submit>
      </PostForm>
    )
  return (
    <p className="muted text-small">
      <span className="digits">{fill(accountMessages.otp.wait, { seconds: secondsLeft })}</span>{' '}
      {!hydrated && (
        <Link to={pathname + search} reloadDocument className="link link-alone">
          Check again
        </Link>
      )}
    </p>
  )
}
