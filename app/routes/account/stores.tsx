import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LoadFailure } from '~/components/cards/empty'
import { unfollowSchema } from '~/domain/catalog/follows'
import { listFollowed, unfollowStore } from '~/domain/catalog/follows.server'
import { FollowedList } from './stores/followed-list'
import { formAction } from '~/http/form-action.server'
import { readOrNull } from '~/http/or-null.server'
import { failedPage, privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { storePageMessages } from '~/messages/store-page'
import { fill } from '~/messages/message'
import { failure, success } from '~/messages/notice'
import { paths } from '~/paths'
import { Link } from '~/components/ui/link'

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

const { follow } = storePageMessages

export const meta = createHiddenMeta(
  'Stores you follow',
  'We tell you when their rates rise and codes arrive.',
  paths.followedStores,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const stores = await readOrNull(listFollowed(user.id), 'followed stores')
  return stores ? privatePage({ stores }) : failedPage({ stores })
}

const options = { form: 'unfollow', fallback: paths.followedStores }

export const action = formAction(options, async ({ request, readForm }) => {
  const user = await requireUser(request)
  const { input } = await readForm(unfollowSchema)
  const result = await unfollowStore(user.id, input.store)
  return redirectWith(paths.followedStores, {
    notice: result.ok
      ? success({ text: fill(follow.ended.text, { store: result.name }) })
      : failure(follow.unknown),
  })
})

export default function Stores() {
  const { stores } = useLoaderData<typeof loader>()
  return (
    <section className="panel" aria-labelledby="stores-title">
      <h1 id="stores-title" className="mb-2 text-xl">
        Stores you follow
      </h1>
      {!stores ? (
        <LoadFailure>{follow.failed}</LoadFailure>
      ) : stores.length ? (
        <>
          <p className="muted text-small">{follow.how}</p>
          <FollowedList stores={stores} />
        </>
      ) : (
        <>
          <p className="mb-4">{follow.none}</p>
          <Link to={paths.topStores} className="button button-primary">
            See all stores
          </Link>
        </>
      )}
    </section>
  )
}
