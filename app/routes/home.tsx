import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listTopStores } from '~/catalog/brands.server'
import { CouponCard, DealGrid, Empty, StoreGrid } from '~/catalog/cards'
import { FlashSaleBlock } from '~/catalog/flash-sale'
import { findFlashSaleToday, listPopularDeals, listTestimonials, listTopCoupons } from '~/catalog/home.server'
import { TrendingCategories } from '~/catalog/trending'
import { env } from '~/env.server'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'
import { NewsletterForm } from '~/outreach/newsletter-form'
import { Faq } from '~/shell/faq'
import { Hero, JoinStrip } from '~/shell/hero'
import { Steps } from '~/shell/steps'
import { Section } from '~/ui/section'

export { headers } from '~/http/page'

const DESCRIPTION =
  'Coupons, offers and cashback from stores that deliver in India. Shop through DealDwaar and withdraw what you earn to your bank or UPI.'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'DealDwaar: Your Gateway to Great Deals' },
  { name: 'description', content: DESCRIPTION },
  { tagName: 'link', rel: 'canonical', href: data?.canonical },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const [sale, deals, stores, coupons, testimonials] = await Promise.all([
    findFlashSaleToday(),
    listPopularDeals(),
    listTopStores(10),
    listTopCoupons(),
    listTestimonials(),
  ])
  const canonical = `${env().publicOrigin}/`
  return publicPage({ sale, deals, stores, coupons, testimonials, canonical }, { request })
}

export default function Home() {
  const { sale, deals, stores, coupons, testimonials } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page home">
      <Hero />
      {sale && <FlashSaleBlock sale={sale} />}
      <Steps />
      <JoinStrip />
      <Section title="Popular Deals" more={{ to: '/Deals', label: 'See All Deals' }}>
        {deals.length ? <DealGrid deals={deals} /> : <Empty>{messages.catalog.noCoupons}</Empty>}
      </Section>
      <Section title="Trending Categories" more={{ to: '/CouponFilters/All', label: 'See More' }}>
        <TrendingCategories />
      </Section>
      <Section title="Popular Stores" more={{ to: '/TopStores', label: 'See All Stores' }}>
        {stores.length ? (
          <StoreGrid stores={stores} />
        ) : (
          <Empty icon="store">{messages.catalog.noStores}</Empty>
        )}
      </Section>
      <Section title="Top Coupons" more={{ to: '/Coupontopcodes', label: 'See More' }}>
        {coupons.length ? (
          <ul className="grid-coupons">
            {coupons.map((coupon) => (
              <CouponCard
                key={coupon.id}
                coupon={coupon}
                action={{ to: coupon.href, label: 'View Coupon' }}
              />
            ))}
          </ul>
        ) : (
          <Empty icon="ticket">{messages.catalog.noCoupons}</Empty>
        )}
      </Section>
      {testimonials.length > 0 && <Testimonials quotes={testimonials} />}
      <NewsletterForm />
      <Faq />
    </main>
  )
}

function Testimonials({ quotes }: { quotes: { id: number; name: string; body: string }[] }) {
  return (
    <Section title="What Our Customers Say">
      <ul className="quotes">
        {quotes.map((quote) => (
          <li key={quote.id} className="card quote">
            <blockquote>
              <p>{quote.body}</p>
            </blockquote>
            <p className="muted small">{quote.name}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
