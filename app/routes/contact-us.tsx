import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '~/components/ui/link'
import { publicPage } from '~/http/page'
import { paths } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { createMeta } from '~/components/layout/page-meta'
import { StaticPage } from '~/components/layout/static-page'
import { Spaced } from '~/components/ui/spaced'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createMeta(
  'Contact Us',
  'How to reach the support of DealDwaar, its hours, and where to take a complaint.',
  paths.contactUs,
)

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function ContactUs() {
  const { site } = useRoot()
  return (
    <StaticPage title="Contact Us" look="banner-2">
      <h2>Support</h2>
      <p>
        Write to <a href={`mailto:${site.support}`}>{site.support}</a>. We answer Monday to Friday 10 AM to 7
        PM SGT (7:30 AM to 4:30 PM IST).
      </p>
      <p>
        If cashback is missing, open the visit in <Link to={paths.visits}>My Cashback</Link> and ask there:
        that is the quickest way. If you write, please name the store, the day and the amount of your
        purchase, and its order number. Never send a password, a code, or your whole bank details: we do not
        ask for them.
      </p>
      <h2 id="grievance">Complaints</h2>
      <p>
        If an answer did not help, write to our grievance contact: <Contact address={site.grievance} />.
      </p>
      <ul>
        <li>Within 48 hours we say that your complaint has arrived, with a number to refer to.</li>
        <li>Within one month of its arrival it is settled, and you get the reasons in writing.</li>
        <li>
          If you are still not content, the National Consumer Helpline (1915) and the Data Protection Board of
          India, for matters of your data, are open to you.
        </li>
      </ul>
      {site.corporate !== paths.contactUs && (
        <>
          <h2>Who we are</h2>
          <p>
            The legal name and the address of the operator are on the{' '}
            <a href={site.corporate}>corporate site</a>.
          </p>
        </>
      )}
      {site.social.length > 0 && (
        <>
          <h2>Follow us</h2>
          <p className="buttons">
            <Spaced>
              {site.social.map(({ name, href }) => (
                <a key={name} href={href} className="link-alone">
                  {name}
                </a>
              ))}
            </Spaced>
          </p>
        </>
      )}
      <h2 id="disclaimer">Disclaimer</h2>
      <p>
        Offers are made by the stores named on them, and they alone decide about prices, stock, delivery and
        returns. We check offers with care, but a store can change or end one at any time. What the store’s
        own page says at the moment you buy is what counts.
      </p>
      <p>
        We earn a commission on purchases made through our links: see our{' '}
        <Link to={`${paths.aboutUs}#disclosure`}>affiliate disclosure</Link>. Names and marks of stores belong
        to their owners.
      </p>
    </StaticPage>
  )
}

const Contact = ({ address }: { address: string }) =>
  /^[^\s@]+@\S+$/.test(address) ? <a href={`mailto:${address}`}>{address}</a> : <>{address}</>
