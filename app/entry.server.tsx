/** Pages are rendered completely before sending, so that they can be hashed for the CSP, compressed and cached. */
import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { routes } from 'virtual:remix/server-build'
import { randomBytes } from 'node:crypto'
import { startBackgroundJobs } from './background-jobs.server'
import { closeDatabase, isDatabaseAway, isDatabaseThere } from './db/client.server'
import { limitStatements } from './db/time-limit.server'
import { DocumentContext } from '~/ui/document-context'
import { PRIVATE } from '~/config/caching'
import { env } from '~/config/env.server'
import { finishDocument, type ScriptStart } from '~/http/finish-document.server'
import { answerFailedForm } from './http/failed-form.server'
import { isGuestPage } from './http/guest-pages'
import { listGuestPages } from './http/route-table.server'
import { isByScript } from './http/navigation.server'
import { renderHtml } from './http/render-html.server'
import { buildTooLargeRequest } from './http/too-large.server'
import { isPersonal, RETRY_AFTER } from './http/page'
import { refusal } from './http/respond.server'
import { setDataHeaders, setSecurityHeaders } from './http/security-headers.server'
import { createRouteFinder } from '~/runtime/find-route'
import { errorFacts, log, loggedPath, setRouteFinder } from '~/runtime/log.server'
import { isWellFormedUrl } from '~/runtime/well-formed-url'
import type { Schedule } from '~/runtime/schedule.server'
import { siteMessages } from './messages/site'
import { paths } from './paths'
import { dialogs } from './layout/dialogs'
import { provideDialogs } from './layout/open-dialog'
// oxlint-disable-next-line import/default -- app/hydration/inline-script.ts makes it
import starter from './hydration/start.ts?inline-script'
import { announceServer } from '~/tracking/running-servers.server'
import { stopApplying } from './tracking/apply-queue.server'
import { isFromNetwork } from './tracking/senders.server'

/** Only scripts with this marker are hashed for the CSP, so an injected one is never allowed. */
const marker = randomBytes(16).toString('base64url')

provideDialogs(dialogs)

const unavailable = new WeakSet<Request>()

let find: ReturnType<typeof createRouteFinder> | undefined
// Not before the first request: the table is evaluated after this module, which it imports.
setRouteFinder((url) => (find ??= createRouteFinder({ routes }))(url))

/**
 * In ms. Remix keeps the data of a page for this long, by a timer that it never clears. Loaders here return no promises, so
 * a short time frees the memory sooner.
 */
export const streamTimeout = 1

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  if (!isWellFormed(request)) return refusal(400, 'Bad Request')
  const scripts = scriptsFor(request)
  const html = await render(request, context, scripts)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const answered = unavailable.has(request) ? 503 : status
  if (!headers.has('Cache-Control') || answered >= 500) headers.set('Cache-Control', PRIVATE)
  if (answered === 503) headers.set('Retry-After', RETRY_AFTER)
  const isShared = answered === 200 && /^public\b/.test(headers.get('Cache-Control') ?? '')
  if (scripts === 'late' && isShared && isGuestPage(new URL(request.url), listGuestPages()))
    headers.set('Speculation-Rules', `"${paths.speculationRules}"`)
  const { body, ...allowed } = finishDocument(html, { marker, scripts, starter })
  setSecurityHeaders(headers, allowed)
  return new Response(Buffer.from(body), { status: answered, headers })
}

/** As server/guard.ts does; nothing is rendered, because each link of a page with an odd address is a warning of the router. */
const isWellFormed = ({ url }: Request) => isWellFormedUrl(url.slice(new URL(url).origin.length))

function scriptsFor({ headers }: Request): ScriptStart {
  // Hot reload starts at once.
  if (import.meta.env.DEV) return 'now'
  return headers.get('Save-Data')?.trim().toLowerCase() === 'on' ? 'never' : 'late'
}

export function handleDataRequest(answer: Response, { request }: { request: Request }): Response {
  if (!isWellFormed(request)) return refusal(400, 'Bad Request')
  const isAway = unavailable.has(request) && answer.status === 500
  const response = isAway ? new Response(answer.body, { status: 503, headers: answer.headers }) : answer
  const { headers, status } = response
  if (status === 503) headers.set('Retry-After', RETRY_AFTER)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', PRIVATE)
  setDataHeaders(headers)
  return response
}

export const answerForm = (error: unknown, form: { routeId: string; request: Request }) =>
  isDatabaseAway(error) ? answerFailedForm(error, form) : null

export async function requireNextPage(request: Request): Promise<void> {
  if (isByScript(request) && !(await isDatabaseThere())) throw new Response(null, { status: 503 })
}

export { isDatabaseAway }

export { readMeasures } from '~/alerts/measures.server'

export { isFromNetwork, isPersonal, buildTooLargeRequest }

export const busyTexts = { title: siteMessages.failure.title, text: siteMessages.network.busy.text }

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (isDatabaseAway(error)) unavailable.add(request)
  if (request.signal.aborted || !isWellFormed(request) || !(error instanceof Error) || !isBug(error)) return
  log('error', 'page failed', { path: loggedPath(new URL(request.url).pathname), ...errorFacts(error) })
}

const isBug = (error: Error & { status?: number; internal?: boolean }) =>
  !(error.internal && (error.status ?? 500) < 500)

let schedules: Schedule[] = []

/** `isFirst`: this process of the server announces it and runs the background jobs. Call before the first request. */
export function start(port: number, { isFirst = true } = {}): void {
  limitStatements(env().QUERY_TIMEOUT_MS)
  if (!isFirst) return
  schedules = [announceServer(port)]
  if (env().BACKGROUND_JOBS === 'server') schedules.push(...startBackgroundJobs())
  else log('info', 'background jobs run only in `ops work`')
}

export async function stop(): Promise<void> {
  await Promise.all([stopApplying(), ...schedules.map((each) => each.stop())])
  await closeDatabase()
}

function render({ url }: Request, context: EntryContext, scripts: ScriptStart): Promise<string> {
  const hasScripts = scripts !== 'never'
  const entryContext = hasScripts ? context : { ...context, serverHandoffStream: undefined }
  return renderHtml(
    <DocumentContext.Provider value={{ marker, hasScripts }}>
      <RemixServer context={entryContext} url={url} nonce={marker} />
    </DocumentContext.Provider>,
  )
}
