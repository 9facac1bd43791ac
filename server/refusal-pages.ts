/** Shows on a page what a route refused in plain text, and gives a text to what Remix answered without one. */
import { STATUS_CODES } from 'node:http'
import type { AppLoadContext, RequestHandler } from '@remix-run/node'
import { RETRY_AFTER } from '~/platform/config/caching'
import type { FindRoute } from '~/platform/find-route'
import type { ServerHooks } from '~/platform/server-contract'
import { renderRefusal } from './refuse'

interface Parts {
  handle: RequestHandler
  findRoute: FindRoute
}

export function createRefusalPages(
  { findRefusalPage, failureText }: ServerHooks,
  { handle, findRoute }: Parts,
) {
  /** A GET of the application's page for errors, whose status and text are in the load context. */
  async function showRefusal(
    request: Request,
    context: AppLoadContext,
    status: number,
    text = '',
  ): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const place = { pathname, search }
    const refused = { ...context, withoutScripts: true as const, refusal: { status, text, place } }
    const page =
      (status === 413 && (await showForm(request, refused))) ||
      (await handle(buildGet(request, findRefusalPage(new URL(request.url))), refused))
    // The page itself can fail, or lead this person elsewhere.
    if (isPlain(page) || page.headers.has('Location')) {
      const { headers, body } = renderRefusal('text', text || STATUS_CODES[status]!)
      return new Response(body, { status, headers })
    }
    page.headers.delete('Set-Cookie')
    return new Response(page.body, { status, headers: page.headers })
  }

  /** The page of a form with a file, to which a GET of the form's address leads. Null: the address has no such form, or no page for this person. */
  async function showForm(request: Request, context: AppLoadContext): Promise<Response | null> {
    if (findRoute(new URL(request.url).pathname).handle.body !== 'file') return null
    const answer = await handle(buildGet(request, request.url), context)
    const to = answer.headers.get('Location')
    if (answer.status !== 303 || to === null) return null
    const headers = { Cookie: addCookies(request, answer) }
    const own = { ...context, refusal: undefined }
    const page = await handle(new Request(new URL(to, request.url), { headers }), own)
    return page.status === 200 ? page : null
  }

  async function settle(request: Request, context: AppLoadContext, response: Response): Promise<Response> {
    if (response.status < 400 || !isPlain(response)) return response
    const { failures } = findRoute(new URL(request.url).pathname)
    const failure = response.status === 500 ? context.failure : undefined
    if (failures !== 'page') return failure ? word(failure, failures, failureText) : response
    if (failure) return showRefusal(request, context, failure)
    const page = await showRefusal(request, context, response.status, (await response.text()).trim())
    for (const name of ['Retry-After', 'Allow']) {
      const value = response.headers.get(name)
      if (value !== null) page.headers.set(name, value)
    }
    return page
  }

  return { settle, showRefusal }
}

const isPlain = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/plain') ?? false

function buildGet({ url, method, headers: original }: Request, address: string): Request {
  const headers = new Headers(original)
  for (const name of ['Content-Type', 'Content-Length']) headers.delete(name)
  return new Request(new URL(address, url), { headers, method: method === 'HEAD' ? 'HEAD' : 'GET' })
}

function addCookies({ headers }: Request, answer: Response): string {
  const getName = (cookie: string) => cookie.trim().split('=', 1)[0]!
  const added = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
  const names = new Set(added.map(getName))
  const kept = (headers.get('Cookie') ?? '').split(';').filter((cookie) => !names.has(getName(cookie)))
  return [...kept, ...added].join('; ')
}

function word(status: 500 | 503, format: 'text' | 'json', failureText: string): Response {
  const text = format === 'json' ? failureText : STATUS_CODES[status]!
  const { headers, body } = renderRefusal(format, text)
  return new Response(body, {
    status,
    headers: { ...headers, ...(status === 503 && { 'Retry-After': RETRY_AFTER }) },
  })
}
