import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NO_STORE, RETRY_AFTER } from '~/platform/config/caching'
import type { FoundRoute } from '~/platform/find-route'
import { errorFacts, log, loggedPath } from '~/platform/log.server'
import type { BusyTexts } from '~/platform/server-contract'
import { withTimeout } from '~/platform/with-timeout'
import type { Admission, Priority } from './admission'
import { renderRefusal, type Refusal } from './refuse'

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto 0;padding:0 1rem}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const PAGE_HEADERS = {
  'Cache-Control': NO_STORE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

const renderBusyPage = ({ title, text }: BusyTexts) => `<!doctype html>
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

/** Longer than a query or a provider may take, shorter than proxies wait. */
const TIMEOUT_MS = 45_000

interface AdmissionRequest {
  method: string
  path: string
  failures: FoundRoute['failures']
  priority: Priority
  isGone?: () => boolean
}

type Admit = (request: AdmissionRequest, work: () => Promise<Response>) => Promise<Response | Refusal>

/** Refuses a request before any work, or after `timeout`, when it may still take effect. */
export function refuseWhenOverloaded(admission: Admission, texts: BusyTexts, timeout = TIMEOUT_MS) {
  const page = renderBusyPage(texts)
  const busy = (failures: FoundRoute['failures']) => buildRefusal(failures, texts.text, page)
  const admit: Admit = async ({ method, path, failures, priority, isGone }, work) => {
    const leave = await admission.enter(priority)
    if (!leave) return busy(failures)
    if (method === 'GET' && isGone?.()) {
      leave()
      return busy(failures)
    }
    const answer = work().finally(leave)
    return withTimeout<Response | Refusal>(answer, timeout, () => {
      log('error', 'request took too long', { path: loggedPath(path) })
      answer.catch((error: unknown) => log('error', 'late request failed', errorFacts(error)))
      return busy(failures)
    })
  }
  return Object.assign(admit, { busy })
}

function buildRefusal(format: FoundRoute['failures'], text: string, page: string): Refusal {
  const { headers, body } =
    format === 'page' ? { headers: PAGE_HEADERS, body: page } : renderRefusal(format, text)
  return { headers: { ...headers, 'Retry-After': RETRY_AFTER }, body }
}

export const toResponse = ({ headers, body }: Refusal) => new Response(body, { status: 503, headers })

export function sendRefusal(
  { method }: IncomingMessage,
  response: ServerResponse,
  { headers, body }: Refusal,
): void {
  response.writeHead(503, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(method === 'HEAD' ? undefined : body)
}
