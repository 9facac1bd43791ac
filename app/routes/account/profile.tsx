import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ImageForm } from '~/accounts/image-form'
import { checkProfileImage } from '~/accounts/profile-image.server'
import { attempt } from '~/http/attempt.server'
import { privatePage } from '~/http/page'
import { requireUser } from '~/http/session.server'
import { formatDate } from '~/dates'
import { pageMeta, siteOrigin } from '~/shell/page-meta'
import { Facts } from '~/ui/facts'

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
  const { id, image, created_at, ...user } = await requireUser(request)
  const { username, phone_number, email, referral_code } = user
  const stored = await attempt(
    checkProfileImage(id).then((found) => ({ found })),
    'profile image',
  )
  return privatePage({
    username,
    phone_number,
    email,
    referral_code,
    since: formatDate(created_at),
    image: { version: image, isBroken: !stored || stored.found?.isWhole === false },
  })
}

export default function Profile() {
  const { username, phone_number, email, referral_code, since, image } = useLoaderData<typeof loader>()
  return (
    <>
      <section className="panel" aria-labelledby="profile-title">
        <ImageForm username={username} {...image}>
          <h1 id="profile-title">{username}</h1>
          <p className="muted">Member since {since}</p>
        </ImageForm>
      </section>
      <section className="panel" aria-labelledby="details-title">
        <h2 id="details-title">Your details</h2>
        <Facts
          facts={[
            ['Full name', username],
            ['Mobile number', phone_number],
            ['E-mail', email],
            ['Referral code', <code key="code">{referral_code}</code>],
          ]}
        />
      </section>
    </>
  )
}
