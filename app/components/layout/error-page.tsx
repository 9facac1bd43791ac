import { isRouteErrorResponse, useMatches } from '@remix-run/react'
import { isLostConnection, isPendingPage } from '~/http/form/client-action'
import { catalogMessages } from '~/messages/catalog'
import { siteMessages } from '~/messages/site'
import type { RouteHandle } from '~/platform/route-handle'
import { usePlace } from '~/components/ui/document-context'
import { EmptyGate } from '~/components/ui/arches'
import { ERROR_TEXTS } from '~/components/ui/error-texts'
import { Icon } from '~/components/ui/icon'

export function ErrorPage({ error }: { error: unknown }) {
  const known = isRouteErrorResponse(error) ? ERROR_TEXTS[error.status] : undefined
  const { pathname, search } = usePlace()
  const { couponNotFound } = catalogMessages.catalog
  const isLost = isLostConnection(error)
  const matches = useMatches()
  const lost = matches
    .map(({ handle }) => (handle as RouteHandle | undefined)?.lost)
    .filter(Boolean)
    .pop()
  const [words = siteMessages.failure.title, text] =
    known ?? (isLost ? [lost, siteMessages.network.noAnswer.text] : [undefined, siteMessages.failure.text])
  const title = isRouteErrorResponse(error) && error.data === couponNotFound ? couponNotFound : words
  return (
    <main id="main" className="page">
      <div className="empty empty-page">
        {known ? <EmptyGate /> : <Icon name="alert" />}
        <h1>{title}</h1>
        <p>{text}</p>
        {!known && <Reason path={pathname + search} isLost={isLost} />}
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

function Reason({ path, isLost }: { path: string; isLost: boolean }) {
  if (isPendingPage(path)) return <p>{siteMessages.network.received}</p>
  return isLost ? null : <p>It is our fault, not yours. Please try again in a moment.</p>
}
