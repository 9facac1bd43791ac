import { useEffect, useRef, type ReactNode } from 'react'
import { catalogMessages } from '~/messages/catalog'
import { SearchLink } from '~/components/ui/link'
import { Pagination } from '~/components/ui/pagination'
import { CouponCard } from '~/components/cards/coupon-card'
import type { CardPage } from '~/domain/catalog/lists.server'
import { formatCount } from '~/domain/catalog/lists'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { getLink, type CouponProps } from '~/domain/catalog/cards'
import '~/components/cards/card-rows.css'
import '~/components/ui/section.css'

interface CategoryOffersProps {
  offers: CardPage<CouponProps> | null
  q: string
  showAll: boolean
  controls: ReactNode
}

export function CategoryOffers({ offers, q, showAll, controls }: CategoryOffersProps) {
  return (
    <section aria-labelledby="offers-title">
      <div className="section-head">
        <h2 id="offers-title">Offers</h2>
        <output className={offers?.total === 0 ? 'sr-only' : 'muted text-small'}>
          {offers && `${formatCount(offers.total)} found${q && ` for “${q}”`}`}
        </output>
      </div>
      {controls}
      {!offers && <LoadFailure>{catalogMessages.catalog.fetchFailed}</LoadFailure>}
      {offers && <OfferList offers={offers} showAll={showAll} isSearch={q !== ''} />}
    </section>
  )
}

interface OfferListProps {
  offers: CardPage<CouponProps>
  showAll: boolean
  isSearch: boolean
}

function OfferList({ offers, showAll, isSearch }: OfferListProps) {
  const list = useFirstNew(showAll, offers.items.length)
  return (
    <>
      {offers.items.length ? (
        <ul ref={list} className="card-rows">
          {offers.items.map((offer) => (
            <CouponCard
              key={getLink(offer)}
              coupon={offer}
              action={{ to: getLink(offer), label: 'View Offer' }}
            />
          ))}
        </ul>
      ) : isSearch ? (
        <p className="muted">{catalogMessages.catalog.noCoupons}</p>
      ) : (
        <Empty icon="ticket">{catalogMessages.catalog.noCoupons}</Empty>
      )}
      {!showAll && offers.total > offers.items.length && (
        <p className="section-more">
          <SearchLink set={{ show: 'all', page: null }} className="button">
            Show More
          </SearchLink>
        </p>
      )}
      {showAll && <Pagination page={offers.page} pages={offers.pages} label="Pages of offers" />}
    </>
  )
}

function useFirstNew(showAll: boolean, count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef({ showAll, count })
  useEffect(() => {
    if (showAll && !before.current.showAll)
      list.current?.children[before.current.count]?.querySelector('a')?.focus({ preventScroll: true })
    before.current = { showAll, count }
  }, [showAll, count])
  return list
}
