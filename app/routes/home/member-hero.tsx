import { useMember } from '~/components/layout/use-header-refresh'
import { paths } from '~/paths'
import { DialogLink, Link } from '~/components/ui/link'
import { Spaced } from '~/components/ui/spaced'
import { Sums } from '~/components/ui/sums'
import { Logo } from '~/components/cards/logo'
import { MoneySums } from '~/components/account/money-sums'
import type { ShownSums } from '~/domain/wallet/sums.server'
import { Gate, HeroSearch } from './hero'
import './hero.css'

export interface MemberHome {
  sums: ShownSums
  visits: { number: string; href: string; store: string; lines: string[] }[]
  stores: { name: string; href: string; logo: string | null }[]
}

export function MemberHero({ home }: { home: MemberHome | null }) {
  const { username } = useMember()!
  const cannotWithdraw = home !== null && (home.sums.isEmpty || home.sums.hold !== null)
  return (
    <header className="hero">
      <h1>Hello, {username.split(' ')[0]}</h1>
      <Gate />
      <div className="hero-lead">
        {home && <MoneySums sums={home.sums} />}
        <p className="buttons">
          {home?.sums.isEmpty && (
            <>
              <Link to={paths.deals} className="button button-primary">
                See All Deals
              </Link>{' '}
            </>
          )}
          <DialogLink name="withdraw" className={cannotWithdraw ? 'button' : 'button button-primary'}>
            Redeem
          </DialogLink>{' '}
          <Link to={paths.wallet} className="button">
            Wallet
          </Link>
        </p>
        <HeroSearch />
      </div>
      {home && home.visits.length > 0 && <Latest {...home} />}
    </header>
  )
}

const Latest = ({ visits, stores }: MemberHome) => (
  <div className="hero-visits">
    <div className="section-head">
      <h2>Your last visits</h2>
      <Link to={paths.visits} className="link">
        My Cashback
      </Link>
    </div>
    <ul className="hero-visit-list">
      {visits.map((visit) => (
        <li key={visit.number}>
          <Link to={visit.href} className="link link-alone">
            {visit.store}
          </Link>{' '}
          <span>
            <Spaced>
              {visit.lines.map((line) => (
                <span key={line} className="block">
                  <Sums text={line} />
                </span>
              ))}
            </Spaced>
          </span>
        </li>
      ))}
    </ul>
    {stores.length > 0 && (
      <p className="hero-stores">
        <span className="muted text-small">Your stores:</span>{' '}
        <Spaced>
          {stores.map(({ name, href, logo }) => (
            <Link key={href} to={href} className="link link-alone">
              <Logo src={logo} name={name} size="small" /> {name}
            </Link>
          ))}
        </Spaced>
      </p>
    )}
  </div>
)
