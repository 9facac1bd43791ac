import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { publicPage } from '~/http/page'
import { StaticPage } from '~/shell/static-page'

export { headers } from '~/http/page'

export const meta: MetaFunction = () => [
  { title: 'About Us | DealDwaar' },
  { name: 'description', content: 'What DealDwaar is, how it earns, and what it promises.' },
]

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function AboutUs() {
  return (
    <StaticPage title="About Us">
      <p>
        DealDwaar lists coupons, offers and deals of online stores that deliver in India. ‘Dwaar’ is Hindi for
        gateway: you pass through us on your way to a store, and get cashback for it.
      </p>
      <h2>How we earn</h2>
      <p>
        When you follow one of our links and buy, the store pays us a commission. We give the rate that you
        see on the offer to you as cashback. You pay the store’s own price, and nothing to us.
      </p>
      <h2>What we promise</h2>
      <ul>
        <li>The rate you saw when you clicked is the rate you get. A later change never lowers it.</li>
        <li>An offer that has ended says so, and no longer takes clicks.</li>
        <li>‘Verified’ stands only where a store has been checked.</li>
        <li>Popular means clicked most in the last 30 days; no store can buy its place in a list.</li>
      </ul>
      <p>
        Questions? <Link to="/Contactus">Contact us</Link>, or read{' '}
        <Link to="/HowitWorks">how to share and earn</Link>.
      </p>
    </StaticPage>
  )
}
