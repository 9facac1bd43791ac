import { PRIVATE } from '~/platform/config/caching'
import { requireDesk } from '~/http/desk/access/require.server'
import { requireAllowedDraft } from '~/http/desk/drafts/require.server'
import { resource } from '~/http/resource.server'
import { refusal } from '~/http/respond.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** The preview of an operator's HTML, for a frame on the draft's page. It can run, load and send nothing. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

export const loader = resource(async ({ request, params }) => {
  const desk = await requireDesk(request)
  const { draft } = await requireAllowedDraft(request, desk, params.id)
  const frame = draft.state.preview?.frame
  if (!frame) return refusal(404, 'Not Found')
  return new Response(frame.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': PRIVATE,
    },
  })
})
