import { useRoot } from './root-data'
import { DialogLink } from '~/components/ui/link'
import { Popover } from '~/components/ui/popover'
import { Spaced } from '~/components/ui/spaced'

export function JoinPanel() {
  if (useRoot().user) return null
  return (
    <Popover id="join" title="Join us for instant cashback!">
      <div className="grid gap-3">
        <p className="muted">Discover discounts, deals, and more—sign up Now!</p>
        <Spaced>
          <DialogLink name="sign-in" className="button button-primary">
            Login
          </DialogLink>
          <DialogLink name="sign-up" className="button">
            Sign Up
          </DialogLink>
          <DialogLink name="withdraw" className="button">
            Redeem
          </DialogLink>
        </Spaced>
      </div>
    </Popover>
  )
}
