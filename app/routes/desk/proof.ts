import { PRIVATE } from '~/platform/config/caching'
import {
  hasFreshCode,
  requireDesk,
  requireDeskRole,
  requireFreshCode,
} from '~/http/desk/access/require.server'
import { readSentForm } from '~/http/form-action.server'
import { findProofOperation, takeOutProof } from '~/http/desk/show-proof.server'
import { buildOperationPath } from '~/http/desk/views/paths'
import { resource } from '~/http/resource.server'
import { redirectKeepingFlash, refusal } from '~/http/respond.server'
import { deskMessages } from '~/messages/desk'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'desk' } satisfies RouteHandle

/** A member's file can run, load and send nothing, in the frame of its claim or in another window. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

const answer = (body: BodyInit, type: string, disposition: string) =>
  new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': disposition,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': PRIVATE,
    },
  })

/** A link opens no proof. */
export const loader = resource(async ({ request }) => {
  await requireDesk(request)
  return redirectKeepingFlash(request, buildOperationPath('claims'))
})

/** Each opening is a line of the log. */
export const action = resource(async ({ request, params }) => {
  const desk = await requireDesk(request)
  const isApart = (await readSentForm(request)).get('apart') === 'yes'
  await requireDeskRole(desk.actor, await findProofOperation())
  // The frame has no room for the form of a code.
  if (!isApart && !hasFreshCode(desk))
    return answer(deskMessages.code.apart, 'text/plain; charset=utf-8', 'inline')
  requireFreshCode(request, desk, buildOperationPath('claims'))
  const proof = await takeOutProof(params.id ?? '', desk.actor)
  if (!proof) return refusal(404, 'Not Found')
  return answer(
    new Uint8Array(proof.bytes),
    proof.picture ?? 'application/octet-stream',
    proof.picture ? 'inline' : `attachment; filename="${proof.name.replaceAll(/[^\w.-]/g, '_')}"`,
  )
})
