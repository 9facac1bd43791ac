import { paths } from '~/paths'
import { useRoot } from '~/root-data'
import { useMember } from '~/shell/use-live-header'
import { DialogLink, Link } from '~/ui/link'

export function Hero() {
  const member = useMember()
  if (member) return <MemberHero {...member} />
  return (
    <header className="hero">
      <h1>Your Gateway to Great Deals</h1>
      <p className="muted">Shop through DealDwaar, earn cashback, and withdraw it to your bank or UPI.</p>
    </header>
  )
}

interface MemberHeroProps {
  username: string
  balance: string
  pending: string
}

function MemberHero({ username, balance, pending }: MemberHeroProps) {
  return (
    <header className="hero">
      <h1>Hello, {username.split(' ')[0]}</h1>
      <dl className="hero-sums">
        <div>
          <dt>You can withdraw now</dt> <dd>{balance}</dd>
        </div>{' '}
        <div>
          <dt>Pending</dt> <dd>{pending}</dd>
        </div>
      </dl>
      <p className="buttons">
        <DialogLink name="withdraw" className="button button-primary">
          Redeem
        </DialogLink>{' '}
        <Link to={paths.wallet} className="button">
          Wallet
        </Link>
      </p>
    </header>
  )
}

export function JoinStrip() {
  if (useRoot().user) return null
  return (
    <section className="join-strip" aria-labelledby="strip-title">
      <div>
        <h2 id="strip-title">Free to join, free to use</h2>
        <p className="muted">A mobile number is all it takes to start earning cashback.</p>
      </div>
      <DialogLink name="sign-up" className="button button-primary">
        Sign up
      </DialogLink>
    </section>
  )
}
