import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { privatePage } from '~/http/page'
import { choiceMessages } from '~/messages/mail-choices'
import { siteMessages } from '~/messages/site'
import { endFollow, findFollow } from '~/domain/catalog/follows.server'
import { fill } from '~/messages/message'
import { findSwitch, readUnfollow, switchOff, type Unfollow } from '~/domain/outreach/unsubscribe.server'
import { NewsletterPage } from '~/components/newsletter/newsletter-page'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { paths } from '~/paths'
import { Link } from '~/components/ui/link'

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta('Unsubscribe', 'Get no more of these mails of DealDwaar.', null)

/** A GET changes nothing, because mail clients and scanners follow links. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const unfollow = readStoreLink(request, params.token!)
  if (unfollow) return showFollow(unfollow)
  const found = await findSwitch(params.token!)
  return privatePage({ store: null, found }, found ? 200 : 404)
}

const readStoreLink = (request: Request, token: string) =>
  readUnfollow(token, new URL(request.url).searchParams.get('store') ?? '')

async function showFollow({ userId, store }: Unfollow) {
  const found = await findFollow(userId, store)
  return privatePage(
    { store: found && { name: found.name, follows: found.follows }, found: null },
    found ? 200 : 404,
  )
}

/** Mail programs send this POST (RFC 8058): no same-origin guard, answer 200. The token authorizes it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const unfollow = readStoreLink(request, params.token!)
  if (unfollow) {
    const found = await findFollow(unfollow.userId, unfollow.store)
    if (found) await endFollow(unfollow.userId, found.id)
    return showFollow(unfollow)
  }
  const ended = await switchOff(params.token!)
  return privatePage({ store: null, found: ended }, ended ? 200 : 404)
}

export default function Unsubscribe() {
  const { store, found } = useLoaderData<typeof loader>()
  const { unsubscribe } = choiceMessages
  if (store)
    return (
      <NewsletterPage title={unsubscribe.stores}>
        {store.follows ? (
          <form method="post" className="form">
            <p>{fill(unsubscribe.unfollow, { store: store.name })}</p>
            <button type="submit" className="button button-primary">
              Unfollow
            </button>
          </form>
        ) : (
          <p>{fill(unsubscribe.unfollowed, { store: store.name })}</p>
        )}
      </NewsletterPage>
    )
  if (!found)
    return (
      <NewsletterPage>
        <p>{siteMessages.newsletter.unknown}</p>
      </NewsletterPage>
    )
  return (
    <NewsletterPage title={unsubscribe[found.topic]}>
      {found.on ? (
        // PostForm would need a redirect as its answer, but one-click unsubscription (RFC 8058) needs a 200.
        <form method="post" className="form">
          <p>{unsubscribe.question}</p>
          <button type="submit" className="button button-primary">
            Unsubscribe
          </button>
        </form>
      ) : (
        <>
          <p>{unsubscribe.done}</p>
          {found.push && <p>{unsubscribe.push}</p>}
          {found.topic !== 'newsletter' && (
            <p>
              {unsubscribe.again}{' '}
              <Link to={paths.notifications} className="link">
                Notifications
              </Link>
            </p>
          )}
        </>
      )}
    </NewsletterPage>
  )
}
