import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useRoot } from '~/root-data'
import { publicPage } from '~/http/page'
import { StaticPage } from '~/shell/static-page'

export { headers } from '~/http/page'

export const meta: MetaFunction = () => [
  { title: 'Terms & Conditions | DealDwaar' },
  { name: 'description', content: 'The rules of DealDwaar: accounts, cashback, withdrawals, referrals.' },
]

export const loader = ({ request }: LoaderFunctionArgs) => publicPage(null, { request })

export default function TermsConditions() {
  const { site } = useRoot()
  return (
    <StaticPage title="Terms & Conditions">
      <h2>1. What this is</h2>
      <p>
        DealDwaar lists offers of online stores and pays cashback on purchases made through its links. It
        sells nothing itself: your contract of sale is with the store. Using DealDwaar is free of fees.
      </p>
      <h2>2. Your account</h2>
      <p>
        One person, one account, with a mobile number of your own. Keep your password and codes to yourself;
        we never ask for them. You are answerable for what is done with your account until you tell us that
        someone else has it.
      </p>
      <h2>3. Cashback</h2>
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
        <li>Cashback for purchases made by fraud, or by clicks that no person made, is not paid.</li>
      </ul>
      <h2>4. Withdrawals</h2>
      <p>
        You can withdraw your available balance to your own bank account or UPI at any time. After a change of
        password by code, withdrawals can be on hold for a while to protect you; the page says until when. If
        a transfer fails, the money is back in your wallet.
      </p>
      <h2>5. Referrals</h2>
      <p>
        You earn 20% of the cashback that a friend who joined with your code earns. Your friend’s own cashback
        stays whole. Referring yourself earns nothing.
      </p>
      <h2>6. Changes and end</h2>
      <p>
        If these rules change, the new ones hold for what happens after the change. You can close your account
        at any time; withdraw your balance first. We may close an account that is used for fraud.
      </p>
      <h2>7. Law and complaints</h2>
      <p>
        The law of India applies. Write to {site.support}, and with a complaint to {site.grievance}.
      </p>
    </StaticPage>
  )
}
