/** Renders a page whole before it is sent, because its scripts are hashed for the CSP, and it is cached. */
import '~/platform/config/required-env.server'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { routes } from 'virtual:remix/server-build'
import { randomBytes } from 'node:crypto'
import { isDatabaseAway } from '~/platform/db/client.server'
import { DocumentContext, type PagePlace } from '~/components/ui/document-context'
import { PRIVATE, RETRY_AFTER } from '~/platform/config/caching'
import { finishDocument, type ScriptStart } from '~/components/document/finish-document.server'
import { isGuestPage } from './http/guest-pages'
import { isDeskPage } from './http/urls'
import { listGuestPages } from './http/route-table.server'
import { renderHtml } from './http/render-html.server'
import { redirectKeepingFlash, refusal } from './http/respond.server'
import { setDataHeaders, setDeskHeaders, setSecurityHeaders } from './http/security-headers.server'
import { createRouteFinder } from '~/platform/find-route'
import { errorFacts, log, loggedPath, setRouteFinder } from '~/platform/log.server'
import { isWellFormedUrl, trimPastedEnd } from '~/platform/formats/well-formed-url'
import { paths } from './paths'
import { dialogs } from '~/components/layout/dialogs'
import { provideDialogs } from '~/components/layout/open-dialog'
// oxlint-disable-next-line import/default -- app/components/document/inline-script.ts generates this module
import starter from '~/components/document/start.ts?inline-script'

export { hooks } from './server-hooks.server'

/** The nonce of our own scripts while rendering: finishDocument() replaces it by their hashes. */
const marker = randomBytes(16).toString('base64url')

provideDialogs(dialogs)

let findRoute: ReturnType<typeof createRouteFinder> | undefined
// The table is built at the first request, because the route table imports this module.
setRouteFinder((url) => (findRoute ??= createRouteFinder({ routes }))(url))

/** Milliseconds that Remix waits for promises in a page's data. No loader here returns one. */
export const streamTimeout = 1

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { failure, refusal: refused, withoutScripts }: AppLoadContext,
): Promise<Response> {
  if (!isWellFormed(request)) return refusal(400, 'Bad Request')
  const copied = status === 404 && request.method !== 'POST' ? trimPastedEnd(new URL(request.url)) : null
  if (copied) return redirectKeepingFlash(request, copied)
  const scripts = withoutScripts ? 'never' : chooseScriptStart(request)
  const html = await render(request, context, { scripts, refusedAt: refused?.place })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const finalStatus = failure === 503 ? 503 : status
  if (!headers.has('Cache-Control') || finalStatus >= 500) headers.set('Cache-Control', PRIVATE)
  if (finalStatus === 503) headers.set('Retry-After', RETRY_AFTER)
  const isShared = finalStatus === 200 && /^public\b/.test(headers.get('Cache-Control') ?? '')
  const url = new URL(request.url)
  if (scripts === 'late' && isShared && isGuestPage(url, listGuestPages()))
    headers.set('Speculation-Rules', `"${paths.speculationRules}"`)
  const { body, ...allowedByPolicy } = finishDocument(html, { marker, scripts, starter })
  if (isDeskPage(url)) setDeskHeaders(headers, allowedByPolicy)
  else setSecurityHeaders(headers, allowedByPolicy)
  return new Response(Buffer.from(body), { status: finalStatus, headers })
}

/** The check of server/guard.ts, repeated because the router would warn about each link of the page. */
const isWellFormed = ({ url }: Request) => isWellFormedUrl(url.slice(new URL(url).origin.length))

function chooseScriptStart({ headers }: Request): ScriptStart {
  // Hot reload needs the scripts at once.
  if (import.meta.env.DEV) return 'now'
  return headers.get('Save-Data')?.trim().toLowerCase() === 'on' ? 'never' : 'late'
}

interface Asked {
  request: Request
  context: AppLoadContext
}

export function handleDataRequest(answer: Response, { request, context }: Asked): Response {
  if (!isWellFormed(request)) return refusal(400, 'Bad Request')
  const isDatabaseError = context.failure === 503 && answer.status === 500
  const response = isDatabaseError
    ? new Response(answer.body, { status: 503, headers: answer.headers })
    : answer
  const { headers, status } = response
  if (status === 503) headers.set('Retry-After', RETRY_AFTER)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', PRIVATE)
  setDataHeaders(headers)
  return response
}

export function handleError(error: unknown, { request, context }: Asked): void {
  context.failure = context.failure === 503 || isDatabaseAway(error) ? 503 : 500
  // What the router refuses itself, such as an unknown address, is no Error.
  if (request.signal.aborted || !isWellFormed(request) || !(error instanceof Error)) return
  log('error', 'page failed', { path: loggedPath(new URL(request.url).pathname), ...errorFacts(error) })
}

interface View {
  scripts: ScriptStart
  refusedAt: PagePlace | undefined
}

function render({ url }: Request, context: EntryContext, { scripts, refusedAt }: View): Promise<string> {
  const hasScripts = scripts !== 'never'
  return renderHtml(
    <DocumentContext.Provider value={{ marker, hasScripts, refusedAt }}>
      <RemixServer context={context} url={url} nonce={marker} />
    </DocumentContext.Provider>,
  )
}
