import { readRowId } from '~/platform/formats/ids'
import { PRIVATE } from '~/platform/config/caching'
import { resource } from '~/http/resource.server'
import { refusal } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { nameProof, openProof } from '~/domain/tracking/claim-proofs.server'

const TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' } as const

/** Sends the file only as an attachment, because what a member sent is not checked. */
export const loader = resource(async ({ request, params }) => {
  const user = await requireUser(request)
  const proof = await openProof(readRowId(params.proof), user.id)
  if (!proof || proof.claimId !== readRowId(params.id)) return refusal(404, 'Not Found')
  return new Response(new Uint8Array(proof.bytes), {
    headers: {
      'Content-Type': TYPES[proof.media],
      'Content-Disposition': `attachment; filename="${nameProof(proof)}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': PRIVATE,
    },
  })
})
