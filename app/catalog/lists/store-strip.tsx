import { Link } from '~/ui/link'
import type { BrandCard } from '../brands.server'
import { Logo } from '../cards/logo'
import { UpTo } from '../cards/store-figures'
import './store-strip.css'

export const StoreStrip = ({ stores }: { stores: BrandCard[] }) => (
  <ul className="store-strip">
    {stores.map(({ name, href, logo, upTo }) => (
      <li key={href} className="card">
        <Logo src={logo} name={name} size="small" />
        <h3>{name}</h3>
        <UpTo rate={upTo} />
        <Link to={href} className="stretched" aria-label={`Get Offers: ${name}`}>
          Get Offers
        </Link>
      </li>
    ))}
  </ul>
)
