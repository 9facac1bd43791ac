import { SearchForm } from '~/components/search/search-form'
import type { ShopFigures } from '~/domain/catalog/home'
import { catalogMessages } from '~/messages/catalog'
import { fill } from '~/messages/message'
import { Arches } from '~/components/ui/arches'
import { DialogLink, Link } from '~/components/ui/link'
import { HOW_IT_WORKS } from '~/components/layout/steps'
import './hero.css'

export function GuestHero({ figures }: { figures: ShopFigures | null }) {
  return (
    <header className="hero">
      <h1>Your Gateway to Great Deals</h1>
      <Gate />
      <div className="hero-lead">
        <p>Shop through DealDwaar, earn cashback, and withdraw it to your bank or UPI.</p>
        <HeroSearch />
        <p className="buttons">
          <DialogLink name="sign-up" className="button button-primary">
            Sign Up
          </DialogLink>{' '}
          <Link to={`/#${HOW_IT_WORKS}`} className="button">
            How It Works
          </Link>
        </p>
        {figures && <Figures figures={figures} />}
      </div>
    </header>
  )
}

export const HeroSearch = () => (
  <SearchForm id="search-home" className="hero-search" words="What do you want to buy?" />
)

const FEWEST = 2

function Figures({ figures: { stores, worked, paidWithin } }: { figures: ShopFigures }) {
  const t = catalogMessages.home
  const texts = [
    stores >= FEWEST && fill(t.stores, { n: stores }),
    worked >= FEWEST && fill(t.worked, { n: worked }),
    paidWithin !== null && fill(t.paid, { time: paidWithin }),
  ].filter((text) => text !== false)
  if (!texts.length) return null
  return <p className="muted text-xs">{texts.join(' · ')}</p>
}

/** Inline, so that the largest paint does not wait for an image. */
export const Gate = () => (
  <svg className="hero-gate" viewBox="0 0 200 200" width="200" height="200" aria-hidden="true">
    <path className="hero-gate-night" d="M4 201v-79C4 62 60 29 100 14c40 15 96 48 96 108v79z" />
    <Arches />
    <path d="M100 14V2" />
    <path className="hero-gate-lamp" d="M66 201v-45c0-21 20-32 34-38 14 6 34 17 34 38v45z" />
  </svg>
)
