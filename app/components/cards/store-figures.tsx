import { Figure } from '~/components/ui/figure'
import { Link } from '~/components/ui/link'
import type { StoreTile } from '~/domain/catalog/stores.server'

export const UpTo = ({ rate, big = false }: { rate: string | null; big?: boolean }) =>
  rate && (
    <p className={big ? 'figure figure-big' : 'figure'}>
      <span>Up to</span> <Figure text={rate} />
    </p>
  )

interface OffersLinkProps {
  store: Pick<StoreTile, 'name' | 'href'>
  className: string
}

export const OffersLink = ({ store: { name, href }, className }: OffersLinkProps) => (
  <Link to={href} className={className} aria-label={`Get Offers: ${name}`}>
    Get Offers
  </Link>
)
