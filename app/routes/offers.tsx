import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { findBrand, listOffers, listTopStores, type OffersTab } from '~/catalog/brands.server'
import { CouponCard, Empty, Verified } from '~/catalog/cards'
import { Logo } from '~/catalog/logo'
import { Missing } from '~/catalog/missing'
import { PopularStores } from '~/catalog/related'
import { env } from '~/env.server'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data?.brand) return [{ title: `${messages.catalog.noOffers} | DealDwaar` }]
  const { brand, canonical } = data
  return [
    { title: `${brand.title} | DealDwaar` },
    { name: 'description', content: `${brand.count} coupons and offers of ${brand.name}, with cashback.` },
    { tagName: 'link', rel: 'canonical', href: canonical },
  ]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const brand = await findBrand(params.slug!)
  if (!brand) return publicPage({ brand: null }, { request, status: 404 })
  const tab: OffersTab = new URL(request.url).searchParams.get('tab') === 'product' ? 'product' : 'all'
  const [offers, stores] = await Promise.all([listOffers(brand.id, tab), listTopStores(8)])
  const canonical = env().publicOrigin + brand.href
  return publicPage({ brand, offers, stores, tab, canonical }, { request, params: ['tab'] })
}

export default function Offers() {
  const found = useLoaderData<typeof loader>()
  if (!found.brand) return <Missing text={messages.catalog.noOffers} />
  const { brand, offers, stores, tab } = found
  return (
    <main id="main" className="page">
      <header className="panel store-head store-banner">
        <Logo src={brand.logo} name={brand.name} size="big" />
        <div>
          <h1>{brand.title}</h1>
          <p className="deal-brand">
            {brand.count} Coupons &amp; Offers {brand.verified && <Verified />}
          </p>
        </div>
      </header>
      <div className="split">
        <section aria-labelledby="offers-title">
          <h2 id="offers-title" className="sr-only">
            Offers of {brand.name}
          </h2>
          <nav className="tabs" aria-label="Kinds of offers">
            <Link to={brand.href} preventScrollReset aria-current={tab === 'all' ? 'page' : undefined}>
              All
            </Link>
            <Link
              to={`${brand.href}?tab=product`}
              preventScrollReset
              aria-current={tab === 'product' ? 'page' : undefined}
            >
              Product(New)
            </Link>
          </nav>
          {offers.length ? (
            <ul className="grid-offers">
              {offers.map((offer) => (
                <CouponCard
                  key={offer.id}
                  coupon={offer}
                  action={{ to: offer.codeHref, label: offer.isCoupon ? 'GET COUPON' : 'GET OFFER' }}
                />
              ))}
            </ul>
          ) : (
            <Empty>{tab === 'product' ? messages.catalog.noItemsInTab : messages.catalog.noOffers}</Empty>
          )}
        </section>
        <aside className="panel">
          <PopularStores stores={stores} />
        </aside>
      </div>
    </main>
  )
}
