import { paths } from '~/paths'
import { useRoot } from '~/root-data'
import { useMember } from '~/layout/use-header-refresh'
import { Arches } from '~/ui/arches'
import { Art } from '~/ui/art'
import { Figure } from '~/ui/figure'
import { DialogLink, Link } from '~/ui/link'
import './hero.css'
import '~/ui/banner.css'

export function Hero() {
  const member = useMember()
  if (member) return <MemberHero {...member} />
  return (
    <header className="hero">
      <h1>Your Gateway to Great Deals</h1>
      <Gate />
      <p className="hero-lead">Shop through DealDwaar, earn cashback, and withdraw it to your bank or UPI.</p>
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
      <Gate />
      <div className="hero-lead">
        <dl className="hero-sums">
          <div>
            <dt>You can withdraw now</dt>{' '}
            <dd className="figure figure-big">
              <Figure text={balance} />
            </dd>
          </div>{' '}
          <div>
            <dt>Pending</dt>{' '}
            <dd className="figure">
              <Figure text={pending} />
            </dd>
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
      </div>
    </header>
  )
}

/** Inline, so that no image is awaited for the largest paint. */
const Gate = () => (
  <svg className="hero-gate" viewBox="0 0 200 200" width="200" height="200" aria-hidden="true">
    <path className="hero-gate-night" d="M4 201v-79C4 62 60 29 100 14c40 15 96 48 96 108v79z" />
    <Arches />
    <path d="M100 14V2" />
    <path className="hero-gate-lamp" d="M66 201v-45c0-21 20-32 34-38 14 6 34 17 34 38v45z" />
  </svg>
)

export function JoinStrip() {
  if (useRoot().user) return null
  return (
    <section className="banner banner-2 join-strip" aria-labelledby="strip-title">
      <Art />
      <div>
        <h2 id="strip-title">Free to join, free to use</h2>
        <p>Sign up once, then shop as always and earn cashback.</p>
      </div>
      <DialogLink name="sign-up" className="button button-white">
        Sign up
      </DialogLink>
    </section>
  )
}
