import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { useSyncExternalStore } from 'react'
import { isPendingPage } from '~/http/client-action'
import { catalogMessages } from '~/messages/catalog'
import { siteMessages } from '~/messages/site'
import { EmptyGate } from '~/ui/arches'
import { Icon } from '~/ui/icon'

const TEXTS: Record<number, [title: string, text: string]> = {
  400: ['That did not arrive whole', 'Please go back and try once more.'],
  403: ['This did not come from our own page', 'Please open the page again and send the form again.'],
  404: ['Page not found', 'There is nothing at this address.'],
  405: ['That cannot be done here', 'Please go back and try another way.'],
  413: ['That was too much at once', 'Please go back and send less.'],
  415: ['We cannot read that', 'Please go back and use the form of the page.'],
}

export function ErrorPage({ error }: { error: unknown }) {
  const known = isRouteErrorResponse(error) ? TEXTS[error.status] : undefined
  const { pathname, search } = useLocation()
  const { couponNotFound } = catalogMessages.catalog
  const [words = siteMessages.failure.title, text] = known ?? [undefined, siteMessages.failure.text]
  const title = isRouteErrorResponse(error) && error.data === couponNotFound ? couponNotFound : words
  return (
    <main id="main" className="page">
      <div className="empty empty-page">
        {known ? <EmptyGate /> : <Icon name="alert" />}
        <h1>{title}</h1>
        <p>{text}</p>
        {!known && <Reason path={pathname + search} />}
        <p className="buttons">
          {!known && (
            <a href={pathname + search} className="button button-primary">
              Try again
            </a>
          )}{' '}
          <a href="/" className={`button ${known ? 'button-primary' : ''}`.trim()}>
            Go to the home page
          </a>
        </p>
      </div>
    </main>
  )
}

function Reason({ path }: { path: string }) {
  const isOnline = useSyncExternalStore(
    () => () => {},
    () => navigator.onLine,
    () => true,
  )
  const { network } = siteMessages
  if (isPendingPage(path)) return <p>{network.received}</p>
  return (
    <p>{isOnline ? 'It is our fault, not yours. Please try again in a moment.' : network.noAnswer.text}</p>
  )
}
