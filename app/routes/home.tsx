import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banners } from './home/banners'
import { DealGrid } from '~/components/cards/cards'
import { CouponCard } from '~/components/cards/coupon-card'
import { Empty } from '~/components/cards/empty'
import { FlashSaleBlock } from './home/flash-sale'
import { readOpenLists } from '~/domain/catalog/home'
import { ListSection } from './home/list-section'
import { listPopularStores, readHomeTexts, readHomeLists } from '~/domain/catalog/home.server'
import { countSecondsLeft } from '~/domain/catalog/flash-sale.server'
import { getLink, toDealProps, toLinkProps, mapItems, toTeaserProps } from '~/domain/catalog/cards'
import { StoreGrid } from '~/components/cards/store-card'
import { Testimonials } from './home/testimonials'
import { TrendingCategories } from './home/trending'
import { listRecentStores } from '~/domain/catalog/store-index.server'
import { readOrNull } from '~/http/or-null.server'
import { publicPage } from '~/http/page'
import { catalogMessages } from '~/messages/catalog'
import { NewsletterForm } from '~/components/newsletter/newsletter-form'
import { Faq } from './home/faq'
import { GuestHero } from './home/hero'
import { homeMeta } from './home/home-meta'
import { JoinStrip } from './home/join-strip'
import { Marquee } from './home/marquee'
import { MemberHero } from './home/member-hero'
import { paths } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { readSiteOrigin } from '~/components/layout/page-meta'
import { Steps } from '~/components/layout/steps'
import { readSession } from '~/http/session.server'
import { listRecentVisits } from '~/domain/tracking/recent-visits.server'
import { Section } from '~/components/ui/section'
import { readShownSums } from '~/domain/wallet/sums.server'
import type { RouteHandle } from '~/platform/route-handle'
import '~/components/ui/card-grid.css'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ matches }) => homeMeta(readSiteOrigin(matches))

export async function loader({ request }: LoaderFunctionArgs) {
  const now = new Date()
  const open = readOpenLists(new URL(request.url).searchParams)
  const [lists, stores, { quotes, figures, faq }, member] = await Promise.all([
    readHomeLists(open, now),
    listPopularStores(open),
    readHomeTexts(),
    readOrNull(readMemberHome(request), 'visits'),
  ])
  // No cached copy may outlive the flash sale, which ends at midnight in India.
  return publicPage(
    {
      ...lists,
      banners: lists.banners.map(toLinkProps),
      sale: lists.sale && { ...toLinkProps(lists.sale), endsAt: lists.sale.endsAt },
      deals: mapItems(lists.deals, toDealProps),
      coupons: mapItems(lists.coupons, toTeaserProps),
      stores,
      quotes,
      figures,
      ...(faq && { faq }),
      member,
      open,
    },
    { request, params: ['show'], most: countSecondsLeft(now) },
  )
}

const VISITS = 2

async function readMemberHome(request: Request) {
  const session = await readSession(request)
  if (!session) return null
  const [{ sums }, visits, stores] = await Promise.all([
    readShownSums(session.user.id),
    listRecentVisits(session.user.id, VISITS),
    listRecentStores(session.user.id),
  ])
  return {
    sums,
    visits,
    stores: stores.map(({ name, href, logo }) => ({ name, href, logo })),
  }
}

export default function Home() {
  const { banners, sale, deals, stores, coupons, quotes, figures, faq, member, open } =
    useLoaderData<typeof loader>()
  const { site, user } = useRoot()
  return (
    <main id="main" className="page">
      {user ? <MemberHero home={member} /> : <GuestHero figures={figures} />}
      <Banners banners={banners} />
      {sale && <FlashSaleBlock sale={sale} />}
      {!user && <Steps lazy />}
      <JoinStrip />
      <ListSection
        list="deals"
        title="Popular Deals"
        more={{ to: paths.deals, label: 'See All Deals' }}
        open={open}
        part={deals}
        empty={<Empty>{catalogMessages.catalog.noCoupons}</Empty>}
        band
      >
        <DealGrid deals={deals.items} />
      </ListSection>
      <Marquee referralShare={site.referral.share} />
      <Section title="Trending Categories" more={{ to: paths.allOffers, label: 'See More', isVague: true }}>
        <TrendingCategories />
      </Section>
      <ListSection
        list="stores"
        title="Popular Stores"
        more={{ to: paths.topStores, label: 'See All Stores' }}
        open={open}
        part={stores}
        empty={<Empty icon="store">{catalogMessages.catalog.noStores}</Empty>}
        band
      >
        <StoreGrid stores={stores.items} />
      </ListSection>
      <Coupons coupons={coupons} open={open} />
      <Testimonials quotes={quotes} />
      <NewsletterForm />
      <Faq edited={faq} />
    </main>
  )
}

function Coupons({
  coupons,
  open,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'coupons' | 'open'>) {
  return (
    <ListSection
      list="coupons"
      title="Top Coupons"
      more={{ to: paths.topCodes, label: 'See More', isVague: true }}
      open={open}
      part={coupons}
      empty={<Empty icon="ticket">{catalogMessages.catalog.noCoupons}</Empty>}
    >
      <ul className={open.includes('coupons') ? 'card-grid-wide' : 'card-grid-wide list-section-first'}>
        {coupons.items.map((coupon) => (
          <CouponCard
            key={getLink(coupon)}
            coupon={coupon}
            action={{ to: getLink(coupon), label: 'View Coupon' }}
          />
        ))}
      </ul>
    </ListSection>
  )
}
