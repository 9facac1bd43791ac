import type { LoaderFunctionArgs } from '@remix-run/node'
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
  const page = new URL(request.url).searchParams.get('of') ?? ''
  if (!name || !/^\/(?![/\\])/.test(page) || /^\/page-script/i.test(page)) return refusal(404, 'Not Found')
  if (findPageScript(name) === undefined) await context.renderGuestPage?.(page)
  const script = findPageScript(name)
  return script === undefined ? refusal(404, 'Not Found') : new Response(script, { headers: HEADERS })
}
