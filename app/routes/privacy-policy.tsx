import type { LoaderFunctionArgs } from '@remix-run/node'
import { cookieList } from '~/http/cookies'
import { publicPage } from '~/http/page'
import { paths } from '~/paths'
import { createMeta } from '~/components/layout/page-meta'
import { Periods, Purposes, Rights } from './privacy-policy/privacy-sections'
import { StaticPage } from '~/components/layout/static-page'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createMeta(
  'Privacy Policy',
  'Which personal data DealDwaar keeps, why, for how long, who sees it, and your rights under India’s DPDP Act.',
  paths.privacyPolicy,
)

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function PrivacyPolicy() {
  return (
    <StaticPage title="Privacy Policy">
      <p>
        This is our notice under the Digital Personal Data Protection Act, 2023: which data of yours we keep,
        what for, and what you can do about it.
      </p>
      <Purposes />
      <h2>Cookies</h2>
      <p>
        These are all the cookies we set. Each is for this site alone and no script can read it. There is no
        advertising cookie and no profile of you. While you are signed out, your browser itself remembers the
        last six stores you opened; we never receive that list.
      </p>
      <ul>
        {cookieList.map(({ name, purpose, lasts }) => (
          <li key={name}>
            <strong>{name}</strong> {purpose} ({lasts}).
          </li>
        ))}
      </ul>
      <h2>Who else sees it</h2>
      <p>
        When you follow a link, the store’s network gets a random click id, not your name or number. To pay
        you, your bank or UPI details go to the bank. To send a code, your number goes to the message
        provider. An authority gets what the law obliges us to give. Nobody else gets your data, and we sell
        none of it. The store’s own privacy policy holds on the store’s site.
      </p>
      <Periods />
      <Rights />
      <h2>Children</h2>
      <p>
        DealDwaar is for people of 18 years and over. We close an account once we learn that it is a child’s.
      </p>
      <h2>Security</h2>
      <p>
        The site is served over encrypted connections, passwords are kept only as hashes, and bank details
        only encrypted. If a breach ever touches your data, we tell you and the Data Protection Board without
        delay.
      </p>
    </StaticPage>
  )
}
