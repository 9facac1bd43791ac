import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useRoot } from '~/root-data'
import { publicPage } from '~/http/page'
import { StaticPage } from '~/shell/static-page'

export { headers } from '~/http/page'

export const meta: MetaFunction = () => [
  { title: 'Contact Us | DealDwaar' },
  { name: 'description', content: 'How to reach the support of DealDwaar.' },
]

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function ContactUs() {
  const { site } = useRoot()
  return (
    <StaticPage title="Contact Us">
      <h2>Support</h2>
      <p>
        Write to <a href={`mailto:${site.support}`}>{site.support}</a>. Please name the store and the day of
        your purchase; never send a password or a code.
      </p>
      <p>We answer Monday to Friday 10 AM to 7 PM SGT (7:30 AM to 4:30 PM IST).</p>
      <h2>Complaints</h2>
      <p>If an answer did not help, write to our grievance contact: {site.grievance}.</p>
      <h2>Follow us</h2>
      <ul>
        {site.social.map(({ name, href }) => (
          <li key={name}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
      <h2>Disclaimer</h2>
      <p>
        Offers are made by the stores named on them, and they alone decide about prices, stock, delivery and
        returns. We check offers with care, but a store can change or end one at any time. What the store’s
        own page says at the moment you buy is what counts.
      </p>
    </StaticPage>
  )
}
