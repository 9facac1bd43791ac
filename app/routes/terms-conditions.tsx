import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '~/components/ui/link'
import { publicPage } from '~/http/page'
import { paths } from '~/paths'
import { useRoot } from '~/components/layout/root-data'
import { createMeta } from '~/components/layout/page-meta'
import { StaticPage } from '~/components/layout/static-page'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', sitemap: true } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createMeta(
  'Terms & Conditions',
  'The rules of DealDwaar: accounts, cashback, withdrawals, referrals, affiliate links and complaints.',
  paths.termsConditions,
)

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function TermsConditions() {
  const { site } = useRoot()
  return (
    <StaticPage title="Terms & Conditions">
      <h2>1. What this is</h2>
      <p>
        DealDwaar lists offers of online stores and pays cashback on purchases made through its links. It
        sells nothing itself: your contract of sale is with the store, and so are delivery, returns, refunds
        and warranty. Offers are online only. Using DealDwaar is free of fees.
      </p>
      <h2>2. Affiliate links</h2>
      <p>
        Links to stores are affiliate links: stores and their networks pay us for purchases made through them,
        and cashback is paid out of that. More in our{' '}
        <Link to={`${paths.aboutUs}#disclosure`}>affiliate disclosure</Link>.
      </p>
      <h2>3. Your account</h2>
      <p>
        You are 18 or older. One person, one account, with a mobile number of your own. Keep your password and
        codes to yourself; we never ask for them. You are answerable for what is done with your account until
        you tell us that someone else has it.
      </p>
      <CashbackTerms />
      <h2>5. Withdrawals</h2>
      <p>
        You can withdraw your available balance to your own bank account or UPI at any time. After a change of
        password by code, or of your bank or UPI details, withdrawals can be on hold for a while to protect
        you; the page says until when. If a transfer fails, the money is back in your wallet.
      </p>
      <h2>6. Referrals</h2>
      <p>
        You earn {site.referral.share} of the cashback that a friend who joined with your code earns. Your
        friend’s own cashback stays whole. Referring yourself earns nothing.
      </p>
      <Conduct />
      <h2>9. Changes and end</h2>
      <p>
        If these rules change, the new ones hold for what happens after the change. You can close your account
        at any time; withdraw your balance first. We may close an account that is used for fraud, and say why.
      </p>
      <h2>10. Law and complaints</h2>
      <p>
        The law of India applies. Write to {site.support}, and with a complaint to {site.grievance}: it is
        acknowledged within 48 hours and settled within one month. The steps are on{' '}
        <Link to={`${paths.contactUs}#grievance`}>the contact page</Link>. How we treat your data is in the{' '}
        <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
      </p>
    </StaticPage>
  )
}

function CashbackTerms() {
  return (
    <>
      <h2>4. Cashback</h2>
      <ul>
        <li>The rate shown at the moment of your click is the rate that counts for it.</li>
        <li>Cashback is pending when the network reports your purchase, and credited when it confirms it.</li>
        <li>
          A purchase that is cancelled, returned or refused by the store earns none; what was credited for it
          is taken back.
        </li>
        <li>
          A purchase that the network does not report cannot be credited. Ask us, and we ask the network.
        </li>
        <li>
          Coupons from elsewhere, ad blockers, or another link followed before you pay can keep a purchase
          from being reported.
        </li>
        <li>Cashback for purchases made by fraud, or by clicks that no person made, is not paid.</li>
        <li>
          Cashback is a rebate on your purchase, paid in rupees; it earns no interest and does not expire.
        </li>
      </ul>
    </>
  )
}

function Conduct() {
  return (
    <>
      <h2>7. Fair use</h2>
      <p>
        Do not use programs to click, to sign up or to try codes, do not pretend to be somebody else, and do
        not put links into places where they are not wanted.
      </p>
      <h2>8. What we answer for</h2>
      <p>
        We answer for what we do: counting your click, crediting what is confirmed, paying what you withdraw.
        We do not answer for a store’s goods, its prices, or an offer it changed. Nothing here takes away a
        right that the Consumer Protection Act, 2019 gives you.
      </p>
    </>
  )
}
