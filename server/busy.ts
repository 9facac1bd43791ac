/** The answers of a server that cannot take a request now, made without rendering. */
import { createHash } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { NO_STORE, PLAIN_TEXT } from '~/config/caching'
import { narrowestPlaceOf } from '~/runtime/places'
import { errorFacts, log, loggedPath } from '~/runtime/log.server'
import { priorityOf, type Admission } from './admission'
import { isApi, isPagePath } from './guard'

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto 0;padding:0 1rem}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export interface BusyTexts {
  title: string
  text: string
}

/** The link goes to the address of the page itself; after a form the browser asks whether to send it again on reload. */
const pageOf = ({ title, text }: BusyTexts) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | DealDwaar</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`

type Handle = (request: Request, context?: AppLoadContext) => Promise<Response>

/** In ms. Longer than a query or a provider may take, shorter than proxies wait. */
const MOST = 45_000
const RETRY_AFTER = '5'

interface Options {
  /** In ms. */
  most?: number
  /** Whether the path of a postback holds the secret of a network that may send from this address. */
  isFromNetwork?: (path: string, address: string) => boolean
}

/** Refuses with 503 what `admission` does not take, and what is not answered in time; that may still take effect. */
export function withAdmission(
  handle: Handle,
  admission: Admission,
  texts: BusyTexts,
  { most = MOST, isFromNetwork = () => true }: Options = {},
): Handle {
  const page = pageOf(texts)
  const busy = (path: string) => refuseBusy(path, texts.text, page)
  return async (request, context) => {
    const { pathname } = new URL(request.url)
    const address = context?.clientAddress ?? ''
    const priority = priorityOf(request.method, pathname, (path) => isFromNetwork(path, address))
    const leave = await admission.enter(priority, narrowestPlaceOf(address))
    if (!leave) return busy(pathname)
    // Nobody waits for it any more. What was sent by POST is done all the same.
    if (request.signal.aborted && request.method === 'GET') {
      leave()
      return new Response(null, { status: 503 })
    }
    const answer = handle(request, context).finally(leave)
    return inTime(answer, most, () => {
      log('error', 'request took too long', { path: loggedPath(pathname) })
      answer.catch((error: unknown) => log('error', 'late request failed', errorFacts(error)))
      return busy(pathname)
    })
  }
}

async function inTime<Value>(work: Promise<Value>, ms: number, otherwise: () => Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function refuseBusy(path: string, text: string, page: string): Response {
  const headers = { 'Retry-After': RETRY_AFTER, 'Cache-Control': NO_STORE }
  if (isApi(path)) return Response.json({ success: false, message: text }, { status: 503, headers })
  if (!isPagePath(path))
    return new Response(`${text}\n`, { status: 503, headers: { ...PLAIN_TEXT, ...headers } })
  return new Response(page, {
    status: 503,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
