import { Link } from '~/components/ui/link'
import { catalogMessages } from '~/messages/catalog'
import type { StoreTile } from '~/domain/catalog/stores.server'
import { Logo } from './logo'
import { getLink, type LinkProps } from '~/domain/catalog/cards'
import { formatOfferCount } from '~/domain/catalog/offers'
import './related.css'

export function RelatedCoupons({ title, coupons }: { title: string; coupons: LinkProps[] }) {
  return (
    <>
      <h2 className="panel-title">{title}</h2>
      {coupons.length ? (
        <ul className="related-list">
          {coupons.map((coupon) => (
            <li key={getLink(coupon)}>
              <Link to={getLink(coupon)}>
                <Logo src={coupon.logo} name={coupon.store} size="small" />{' '}
                <span>
                  <strong lang={coupon.locale}>{coupon.title}</strong>{' '}
                  <small>{`${coupon.store} · ${coupon.payout}`}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted" lang="en">
          {catalogMessages.catalog.noCoupons}
        </p>
      )}
    </>
  )
}

type PopularStore = Pick<StoreTile, 'name' | 'href' | 'logo' | 'upTo' | 'count'>

export const toPopularStore = ({ name, href, logo, upTo, count }: StoreTile): PopularStore => ({
  name,
  href,
  logo,
  upTo,
  count,
})

export function PopularStores({ stores }: { stores: PopularStore[] }) {
  return (
    <>
      <h2 className="panel-title">Popular Stores</h2>
      <ul className="related-list">
        {stores.map((store) => (
          <li key={store.href}>
            <Link to={store.href}>
              <Logo src={store.logo} name={store.name} size="small" />{' '}
              <span>
                <strong>{store.name}</strong>{' '}
                <small>
                  {[store.upTo && `Up to ${store.upTo}`, formatOfferCount(store.count)]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
