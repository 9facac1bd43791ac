import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { useSyncExternalStore } from 'react'
import { isPendingPage } from '~/http/client-action'
import { catalogMessages } from '~/messages/catalog'
import { siteMessages } from '~/messages/site'
import { EmptyGate } from '~/ui/arches'
import { ERROR_TEXTS } from '~/ui/error-texts'
import { Icon } from '~/ui/icon'

export function ErrorPage({ error }: { error: unknown }) {
  const known = isRouteErrorResponse(error) ? ERROR_TEXTS[error.status] : undefined
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
