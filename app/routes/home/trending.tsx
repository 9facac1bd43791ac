import { Link } from '~/components/ui/link'
import { Art } from '~/components/ui/art'
import { Icon } from '~/components/ui/icon'
import { categoryPath } from '~/domain/catalog/links'
import './trending.css'
import '~/components/ui/banner.css'

const CARDS = [
  { slug: 'ecommerce', title: 'E-commerce', discount: '80% Off on Fashion', icon: 'bag', look: '' },
  {
    slug: 'Electronics',
    title: 'Electronics',
    discount: '60% Off on Gadget',
    icon: 'device',
    look: 'banner-2',
  },
  { slug: 'Travel', title: 'Travel', discount: 'Upto 8% Rewards', icon: 'plane', look: 'banner-3' },
  { slug: 'health', title: 'Health', discount: '60% Off on Order', icon: 'heart', look: 'banner-4' },
] as const

export function TrendingCategories() {
  return (
    <ul className="trending">
      {CARDS.map(({ slug, title, discount, icon, look }) => (
        <li key={slug} className={`banner trending-card ${look}`.trim()}>
          <Art />
          <Icon name={icon} />
          <p>
            {`${title} `}
            <strong>{discount}</strong>
          </p>
          <Link to={categoryPath(slug)} className="stretched" aria-label={`Shop Now: ${title}`}>
            Shop Now
          </Link>
        </li>
      ))}
    </ul>
  )
}
