import type { LoaderFunctionArgs } from '@remix-run/node'
import { readRowId } from '~/platform/formats/ids'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith, refusal } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { readUpload } from '~/http/upload.server'
import { moneyMessages } from '~/messages/money'
import { success } from '~/messages/notice'
import { claimPath, proofsPath, paths } from '~/paths'
import { PROOF_PROBLEMS } from '~/domain/tracking/claim-words'
import { addProof } from '~/domain/tracking/claim-proofs.server'

export { clientAction } from '~/http/client-action'

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  redirectKeepingFlash(request, claimPath(readRowId(params.id)))

const whenAway = { failed: moneyMessages.claims.failed, form: 'claim-proof', fallback: paths.visits }

export const action = formAction(whenAway, async ({ request, params }) => {
  const user = await requireUser(request)
  const id = readRowId(params.id)
  const page = claimPath(id)
  const upload = await readUpload(request, { form: 'claim-proof', field: 'proof', fallback: page })
  const result = await addProof(user.id, id, upload.file?.bytes ?? null)
  if (result.ok)
    return redirectWith(proofsPath(id), { notice: success(moneyMessages.claims.proofAdded), saved: 'proof' })
  if (result.reason === 'not-found') return refusal(404, 'Not Found')
  return upload.refuse({ error: PROOF_PROBLEMS[result.reason] })
})
