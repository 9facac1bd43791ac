import { PRIVATE } from '~/platform/config/caching'
import { readRowId } from '~/platform/formats/ids'
import { resource } from '~/http/resource.server'
import { refusal } from '~/http/respond.server'
import { findDemoMail, hasDemoMailbox } from '~/domain/outreach/demo-mailbox.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { failures: 'text' } satisfies RouteHandle

/** The mail runs and loads nothing; its links open other tabs. */
const POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

export const loader = resource(async ({ params }) => {
  const mail = hasDemoMailbox() ? await findDemoMail(readRowId(params.id)) : null
  if (!mail) return refusal(404, 'Not Found')
  return new Response(mail.html.replace('<head>', '<head><base target="_blank"/>'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': PRIVATE,
      'X-Content-Type-Options': 'nosniff',
    },
  })
})
