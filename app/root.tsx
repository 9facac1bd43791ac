import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from '@remix-run/react'
import { useContext, useEffect, type ReactNode } from 'react'
import { DialogView, openDialogName } from '~/shell/dialogs'
import { DocumentContext } from '~/ui/document-context'
import { PRIVATE } from '~/config/caching'
import { messages } from './messages'
import { failure } from './notice'
import { useRoot } from './root-data'
import { ErrorPage } from './shell/error-page'
import { Footer } from './shell/footer'
import { Header } from './shell/header'
import { useLive } from '~/shell/use-live-header'
import { pageMeta } from './shell/page-meta'
import { Panels } from './shell/panels'
import { Prefetch } from './shell/prefetch'
import { readRoot } from './shell/root-data.server'
import { Sprite } from './shell/sprite'
import { useFocus } from './ui/focus'
import { useOfflineNotice, useShownPage, useStuck } from './ui/network'
import { NoticeBar } from './ui/notice'
import { useSending } from './ui/send'

export async function loader({ request }: LoaderFunctionArgs) {
  const { content, cookies, whole } = await readRoot(request)
  const headers = new Headers(whole ? {} : { 'Cache-Control': PRIVATE })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return data(content, { headers })
}

/** A page with an incomplete frame must not be cached, whatever the page says (app/http/page.ts). */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const said = loaderHeaders.get('Cache-Control')
  return new Headers(said ? { 'Cache-Control': said } : undefined)
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: `${messages.failure.text} | DealDwaar`,
    description: 'This page could not be shown. Please try again in a moment.',
    path: null,
    origin: data?.site.origin ?? '',
    robots: 'noindex',
  })

export function Layout({ children }: { children: ReactNode }) {
  const { css, marker } = useContext(DocumentContext)
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        <link rel="stylesheet" href="/special-media.css" media="print, (forced-colors: active)" />
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
  const { flash, noDialog, user } = useRoot()
  const named = openDialogName(useSearchParams()[0])
  const dialog = noDialog ? null : named
  const offline = useOfflineNotice()
  const said = flash?.form?.inPlace ? undefined : flash?.notice
  const notice = offline ?? said ?? (named && noDialog ? failure(messages.failure) : undefined)
  useHydrationMark()
  useShownPage()
  useFocus()
  useLive()
  return (
    <>
      <Sprite />
      <Loading />
      {/* First, so that without scripts the first Tab is in it. */}
      {dialog && <DialogView key={dialog} name={dialog} />}
      <Header />
      {!dialog && <NoticeBar notice={notice} />}
      <Outlet />
      <Footer />
      <Panels />
      {!user && <Prefetch />}
    </>
  )
}

/** If a form fails, its page often fails too, so the dialog and the notice are also rendered here. */
export function ErrorBoundary() {
  const page = <ErrorPage error={useRouteError()} />
  const root = useRouteLoaderData<typeof loader>('root')
  const named = openDialogName(useSearchParams()[0])
  useHydrationMark()
  useFocus()
  if (!root) return page
  const dialog = root.noDialog ? null : named
  return (
    <>
      <Sprite />
      <Loading />
      {dialog && <DialogView key={dialog} name={dialog} />}
      <Header />
      {!dialog && <NoticeBar notice={root.flash?.notice} />}
      {page}
      <Footer />
      <Panels />
    </>
  )
}

function useHydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
  }, [])
}

function Loading() {
  const moving = useNavigation().state !== 'idle'
  const stuck = useStuck()
  const busy = useSending() || (moving && !stuck)
  return <output className="loading">{busy && 'Loading...'}</output>
}
