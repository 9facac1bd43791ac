import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { formatDate } from '~/dates'
import { pageMeta, siteOrigin } from '~/shell/page-meta'
import { Facts } from '~/ui/facts'
import { Initials } from '~/ui/initials'

export { headers } from '~/http/page'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Profile | DealDwaar',
    description: 'Your details at DealDwaar.',
    path: '/Account',
    origin: siteOrigin(matches),
    robots: 'noindex',
  })

export async function loader({ request }: LoaderFunctionArgs) {
  const { username, phone_number, email, referral_code, created_at } = await requireUser(request)
  return privatePage({ username, phone_number, email, referral_code, since: formatDate(created_at) })
}

export default function Profile() {
  const { username, phone_number, email, referral_code, since } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="profile-title">
      <div className="profile-head">
        <Initials name={username} />
        <div>
          <h1 id="profile-title">{username}</h1>
          <p className="muted">Member since {since}</p>
        </div>
      </div>
      <Facts
        facts={[
          ['Full name', username],
          ['Mobile number', phone_number],
          ['E-mail', email],
          ['Referral code', <code key="code">{referral_code}</code>],
        ]}
      />
    </section>
  )
}
