import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useRoot } from '~/root-data'
import { publicPage } from '~/http/page'
import { StaticPage } from '~/shell/static-page'

export { headers } from '~/http/page'

export const meta: MetaFunction = () => [
  { title: 'Privacy Policy | DealDwaar' },
  { name: 'description', content: 'Which data DealDwaar keeps, why, and for how long.' },
]

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function PrivacyPolicy() {
  const { site } = useRoot()
  return (
    <StaticPage title="Privacy Policy">
      <p>This page says which data we keep about you, what for, and what you can do about it.</p>
      <h2>What we keep</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, mobile number, e-mail, a hash of your password, your referral
          code, and when you accepted the terms.
        </li>
        <li>
          <strong>Your clicks and purchases:</strong> which offer you followed and when, and what the store’s
          network reports about the sale: its amount and its state. Not what you bought.
        </li>
        <li>
          <strong>Your money:</strong> every movement of your wallet, and your withdrawals. Bank and UPI
          details are stored encrypted and shown only in part.
        </li>
        <li>
          <strong>Against abuse:</strong> keyed hashes of network addresses, for limits on codes, passwords
          and clicks.
        </li>
        <li>
          <strong>The newsletter:</strong> your e-mail address, if you subscribed.
        </li>
      </ul>
      <h2>Cookies</h2>
      <p>
        We set cookies that the site cannot work without: one that keeps you signed in, one that carries a
        message to the next page, and those that hold a sign-in in progress. There is no advertising cookie
        and no profile of you.
      </p>
      <h2>Who else sees it</h2>
      <p>
        When you follow a link, the store’s network gets a random click id, not your name or number. To pay
        you, your bank or UPI details go to the bank. To send a code, your number goes to the message
        provider. Nobody else gets your data, and we sell none of it.
      </p>
      <h2>How long</h2>
      <p>
        Your account as long as you keep it. Records of money as long as the law on accounts asks. Codes end
        after minutes, and sign-ins after thirty days at most.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask to see, correct or delete your data, and withdraw a consent: write to{' '}
        <a href={`mailto:${site.support}`}>{site.support}</a>. Complaints go to {site.grievance}.
      </p>
    </StaticPage>
  )
}
