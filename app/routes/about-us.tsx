import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '~/components/ui/link'
import { publicPage } from '~/http/page'
import { paths } from '~/paths'
import { createMeta } from '~/components/layout/page-meta'
import { StaticPage } from '~/components/layout/static-page'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createMeta(
  'About Us',
  'What DealDwaar is, how it earns, what cashback is, and what it promises to shoppers in India.',
  paths.aboutUs,
)

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function AboutUs() {
  return (
    <StaticPage title="About Us">
      <p>
        DealDwaar lists coupons, offers and deals of online stores that deliver in India. ‘Dwaar’ is Hindi for
        gateway: you pass through us on your way to a store, and get cashback for it. That is all we mean by
        our line, ‘Your Gateway to Great Deals’.
      </p>
      <h2>How it works for you</h2>
      <ol>
        <li>You sign up with your mobile number and follow an offer from here to the store.</li>
        <li>You buy there as usual. The store’s network tells us of the order, and cashback is added.</li>
        <li>Once the store has confirmed it, you withdraw to your bank account or UPI.</li>
      </ol>
      <p>Using DealDwaar is free of fees: no joining fee, no monthly fee, no fee for a withdrawal.</p>
      <h2 id="disclosure">How we earn: our affiliate disclosure</h2>
      <p>
        Our links to stores are affiliate links. When you follow one and buy, the store or its network pays us
        a commission. We give the rate that you see on the offer to you as cashback. You pay the store’s own
        price, and nothing to us. A commission never buys a place in a list, and no offer here is an
        advertisement that looks like something else.
      </p>
      <h2>How lists are ordered</h2>
      <p>
        Popular and top mean one thing: how often people followed the offer or store in the last 30 days.
        Where that is equal, what has been here for a week comes first, then what pays you more, then stores
        that have been checked, then the newest. The two are counted for everybody in the same way.
      </p>
      <h2>What we promise</h2>
      <ul>
        <li>The rate you saw when you clicked is the rate you get. A later change never lowers it.</li>
        <li>An offer that has ended says so, and no longer takes clicks.</li>
        <li>Only stores that have been checked are marked ‘Verified’.</li>
        <li>No countdown of ours is invented: the flash sale ends at midnight in India.</li>
        <li>We ask for no more of your data than cashback needs, and sell none of it.</li>
      </ul>
      <p>
        Questions? <Link to={paths.contactUs}>Contact us</Link>, read the{' '}
        <Link to={paths.termsConditions}>Terms &amp; Conditions</Link>, or see{' '}
        <Link to={paths.howItWorks}>how to share and earn</Link>.
      </p>
    </StaticPage>
  )
}
