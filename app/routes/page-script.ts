import type { LoaderFunctionArgs } from '@remix-run/node'
import { isGuestPage } from '~/http/guest-pages'
import { refusal } from '~/http/respond.server'
import { findPageScript } from '~/start/page-script.server'

const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/**
 * A script that a page names by its hash. Where this process has not rendered the page, or no longer has its script, it renders
 * the page; if that gives another script, the page has changed since, and stays the plain HTML that it is.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const [, name] = /^([\w-]{22})\.js$/.exec(params.file!) ?? []
  const page = pageOf(new URL(request.url))
  if (!name || !page) return refusal(404, 'Not Found')
  if (findPageScript(name) === undefined) await context.renderGuestPage?.(page)
  const script = findPageScript(name)
  return script === undefined ? refusal(404, 'Not Found') : new Response(script, { headers: HEADERS })
}

/** Null for all but pages whose reading changes nothing: others would count a click or store a report. */
function pageOf({ searchParams, origin }: URL): string | null {
  const of = searchParams.get('of') ?? ''
  if (!URL.canParse(of, origin)) return null
  const page = new URL(of, origin)
  return page.origin === origin && isGuestPage(page) ? page.pathname + page.search : null
}
