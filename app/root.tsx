/** The document and what stands on every page: header, notice, the page, footer, and the dialog that the URL names. */
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useNavigation,
  useRouteError,
  useSearchParams,
} from '@remix-run/react'
import { useContext, useEffect, type ReactNode } from 'react'
import { DialogView, openDialogName } from './dialogs'
import { DocumentContext } from './document'
import { takeFlash } from './http/flash.server'
import { csrfToken } from './http/guard.server'
import { rememberReferral } from './http/join.server'
import { readSession } from './http/session.server'
import { useRoot } from './root-data'
import { readDialogData } from './shell/dialog-data.server'
import { ErrorPage } from './shell/error-page'
import { readHeader } from './shell/header-data.server'
import { NoticeBar } from './ui/notice'

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await readSession(request)
  const [user, dialog, referral] = await Promise.all([
    session && readHeader(session.user),
    readDialogData(request, session),
    rememberReferral(request),
  ])
  const { flash, end } = takeFlash(request)
  const headers = new Headers()
  for (const cookie of [end, referral]) if (cookie) headers.append('Set-Cookie', cookie)
  return data({ user, dialog, csrf: session && csrfToken(session.tokenHash), flash }, { headers })
}

/** For pages without one of their own: those that failed. */
export const meta: MetaFunction = () => [{ title: 'DealDwaar: Your Gateway to Great Deals' }]

export function Layout({ children }: { children: ReactNode }) {
  const { css, marker } = useContext(DocumentContext)
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={marker} />
        <Scripts nonce={marker} />
      </body>
    </html>
  )
}

export default function App() {
  const { flash } = useRoot()
  const dialog = openDialogName(useSearchParams()[0])
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  return (
    <>
      <Loading />
      {!dialog && <NoticeBar notice={flash?.notice} />}
      <Outlet />
      {dialog && <DialogView key={dialog} name={dialog} />}
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}

/** What the page says while a client-side navigation is under way (decisions.md 8). */
function Loading() {
  const busy = useNavigation().state !== 'idle'
  return <output className="loading">{busy && 'Loading...'}</output>
}
