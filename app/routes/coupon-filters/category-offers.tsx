import { useEffect, useRef, type ReactNode } from 'react'
import { catalogMessages } from '~/messages/catalog'
import { storePageMessages } from '~/messages/store-page'
import { fill } from '~/messages/message'
import { SearchLink } from '~/components/ui/link'
import { Pagination } from '~/components/ui/pagination'
import { CouponCard } from '~/components/cards/coupon-card'
import type { Results } from '~/domain/catalog/category-page.server'
import type { CardPage } from '~/domain/catalog/lists.server'
import { formatListCount } from '~/domain/catalog/lists'
import { Empty, LoadFailure } from '~/components/cards/empty'
import { getLink, type CouponProps } from '~/domain/catalog/cards'
import '~/components/cards/card-rows.css'
import '~/components/ui/section.css'

interface CategoryOffersProps {
  offers: CardPage<CouponProps> | null
  q: string
  /** The offers from the place `after` on have only some of the words. */
  also: Results['also']
  showAll: boolean
  controls: ReactNode
}

export function CategoryOffers({ offers, q, also, showAll, controls }: CategoryOffersProps) {
  const found = also ? also.after : offers?.total
  return (
    <section aria-labelledby="offers-title">
      <div className="section-head">
        <h2 id="offers-title">Offers</h2>
        <output className={found === 0 ? 'sr-only' : 'muted text-small'}>
          {found !== undefined && `${formatListCount(found)} found${q && ` for “${q}”`}`}
        </output>
      </div>
      {controls}
      {!offers && <LoadFailure>{catalogMessages.catalog.fetchFailed}</LoadFailure>}
      {offers && <OfferList offers={offers} also={also} showAll={showAll} isSearch={q !== ''} />}
    </section>
  )
}

interface OfferListProps {
  offers: CardPage<CouponProps>
  also: CategoryOffersProps['also']
  showAll: boolean
  isSearch: boolean
}

function OfferList({ offers, also, showAll, isSearch }: OfferListProps) {
  const list = useFirstNew(showAll, offers.items.length)
  const whole = also ? (offers.page === 1 ? also.after : 0) : offers.items.length
  return (
    <div ref={list}>
      {also?.isAlone && <p className="muted mb-4">{storePageMessages.search.notAll}</p>}
      {whole > 0 && <Rows offers={offers.items.slice(0, whole)} />}
      {!offers.items.length &&
        (isSearch ? (
          <p className="muted">{catalogMessages.catalog.noCoupons}</p>
        ) : (
          <Empty icon="ticket">{catalogMessages.catalog.noCoupons}</Empty>
        ))}
      {also && offers.items.length > whole && (
        <>
          <h2 className={whole ? 'mt-4 mb-4' : 'mb-4'}>
            {fill(storePageMessages.search.also, { word: also.word })}
          </h2>
          <Rows offers={offers.items.slice(whole)} />
        </>
      )}
      {!showAll && offers.total > offers.items.length && (
        <p className="section-more">
          <SearchLink set={{ show: 'all', page: null }} className="button">
            Show More
          </SearchLink>
        </p>
      )}
      {showAll && <Pagination page={offers.page} pages={offers.pages} label="Pages of offers" />}
    </div>
  )
}

const Rows = ({ offers }: { offers: CouponProps[] }) => (
  <ul className="card-rows">
    {offers.map((offer) => (
      <CouponCard key={getLink(offer)} coupon={offer} action={{ to: getLink(offer), label: 'View Offer' }} />
    ))}
  </ul>
)

function useFirstNew(showAll: boolean, count: number) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef({ showAll, count })
  useEffect(() => {
    if (showAll && !before.current.showAll)
      list.current
        ?.querySelectorAll('.card-rows > li')
        [before.current.count]?.querySelector('a')
        ?.focus({ preventScroll: true })
    before.current = { showAll, count }
  }, [showAll, count])
  return list
}
