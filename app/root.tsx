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
import { Footer } from './shell/footer'
import { Header } from './shell/header'
import { readHeader } from './shell/header-data.server'
import { readShell } from './shell/shell.server'
import { Sprite } from './shell/sprite'
import { NoticeBar } from './ui/notice'

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await readSession(request)
  const [shell, user, dialog, referral] = await Promise.all([
    readShell(),
    session && readHeader(session.user),
    readDialogData(request, session),
    rememberReferral(request),
  ])
  const { flash, end } = takeFlash(request)
  const headers = new Headers()
  for (const cookie of [end, referral]) if (cookie) headers.append('Set-Cookie', cookie)
  const csrf = session && csrfToken(session.tokenHash)
  return data({ ...shell, user, dialog, csrf, flash }, { headers })
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
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
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
      <Sprite />
      <Loading />
      {/* First, so that without scripts the first Tab is in it. */}
      {dialog && <DialogView key={dialog} name={dialog} />}
      <Header />
      {!dialog && <NoticeBar notice={flash?.notice} />}
      <Outlet />
      <Footer />
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
