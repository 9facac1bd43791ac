import { PRIVATE } from '~/platform/config/caching'
import { requireDesk } from '~/http/desk/access/require.server'
import { requireAllowedDraft } from '~/http/desk/drafts/require.server'
import { buildDraftPath } from '~/http/desk/views/paths'
import { resource } from '~/http/resource.server'
import { redirectWith, refusal } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import { fetchJobFile } from '~/desk/queued-jobs.server'
import { warning } from '~/messages/notice'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** A file that an operation made, handed over once; never opened in the page. */
export const loader = resource(async ({ request, params }) => {
  const desk = await requireDesk(request)
  const { draft } = await requireAllowedDraft(request, desk, params.id)
  const n = /^\d{1,3}$/.test(params.n ?? '') ? Number(params.n) : -1
  const { result } = draft.state
  if (n < 0 || result?.state !== 'done' || result.job === undefined) return refusal(404, 'Not Found')
  // A link that is only looked at hands nothing over.
  if (request.method !== 'GET') return refusal(405, 'Method Not Allowed')
  const file = await fetchJobFile(result.job, n)
  if (!file) return redirectWith(buildDraftPath(draft.id), { notice: warning(deskMessages.draft.fetched) })
  return new Response(file.content, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
      'Content-Security-Policy': 'sandbox',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': PRIVATE,
    },
  })
})
