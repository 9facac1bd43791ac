import { env } from '~/platform/config/env.server'
import { buildWorkerScript } from './service-worker/worker-script.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests', failures: 'text' } satisfies RouteHandle

/** The CSP of the script lets the worker fetch from this site only. */
const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
  'Content-Security-Policy':
    "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
}

export const loader = () =>
  new Response(buildWorkerScript(env().SERVICE_WORKER === 'on'), { headers: HEADERS })
