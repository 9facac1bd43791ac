import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readAddressState } from '~/domain/accounts/email-address.server'
import { findWaitingChange } from '~/domain/accounts/number-changes.server'
import { maskPhone } from '~/domain/accounts/rules'
import { describeDevice } from '~/domain/accounts/agents'
import { DetailsCard } from './profile/details-form'
import { ImageForm } from './profile/image-form'
import { checkProfileImage } from '~/domain/accounts/profile-image.server'
import { listSessions } from '~/domain/accounts/sessions.server'
import { SessionList } from './profile/session-list'
import { formatDate, formatTime } from '~/platform/formats/dates'
import { readOrNull } from '~/http/or-null.server'
import { privatePage } from '~/http/page'
import { requireSession } from '~/http/session.server'
import { paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta('Profile', 'Your details at DealDwaar.', paths.account)

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, tokenHash } = await requireSession(request)
  const { username, phone_number, email, referral_code } = user
  const [image, { sessions, more }, address, change] = await Promise.all([
    readOrNull(
      checkProfileImage(user.id).then((found) => ({ found })),
      'profile image',
    ),
    listSessions(user.id, tokenHash),
    readAddressState(user.id),
    findWaitingChange(user.id),
  ])
  return privatePage({
    details: {
      username,
      phone_number,
      email,
      referral_code,
      address,
      change: change && { phone: maskPhone(change.phone), due: formatTime(change.due) },
    },
    since: formatDate(user.created_at),
    editing: new URL(request.url).searchParams.get('edit') === 'details',
    image: { version: user.image, isBroken: !image || image.found?.isWhole === false },
    sessions: sessions.map((session) => ({
      device: describeDevice(session),
      seen: formatTime(session.seenAt),
      isThis: session.isThis,
    })),
    more,
  })
}

export default function Profile() {
  const { details, since, editing, image, sessions, more } = useLoaderData<typeof loader>()
  return (
    <>
      <section className="panel" aria-labelledby="profile-title">
        <ImageForm username={details.username} {...image}>
          <h1 id="profile-title">{details.username}</h1>
          <p className="muted">Member since {since}</p>
        </ImageForm>
      </section>
      <DetailsCard {...details} editing={editing} />
      <SessionList sessions={sessions} more={more} />
    </>
  )
}
