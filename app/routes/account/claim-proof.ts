import type { LoaderFunctionArgs } from '@remix-run/node'
import { readRowId } from '~/platform/formats/ids'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith, refusal, returnForm } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { moneyMessages } from '~/messages/money'
import { success } from '~/messages/notice'
import { claimPath, proofsPath } from '~/paths'
import { PROOF_PROBLEMS } from '~/domain/tracking/claim-words'
import { addProof } from '~/domain/tracking/claim-proofs.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { body: 'file' } satisfies RouteHandle

export { clientAction } from '~/http/route-exports'

const FORM = 'claim-proof'
const FIELD = 'proof'

const TOO_LARGE = { form: FORM, values: {}, errors: { [FIELD]: moneyMessages.claims.proofTooLarge } }

export function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = claimPath(readRowId(params.id))
  return context.refusal?.status === 413 ? returnForm(page, TOO_LARGE) : redirectKeepingFlash(request, page)
}

const options = ({ id }: { id?: string }) => ({
  form: FORM,
  fallback: claimPath(readRowId(id)),
  failed: moneyMessages.claims.failed,
})

export const action = formAction(options, async ({ request, params, readUpload }) => {
  const user = await requireUser(request)
  const id = readRowId(params.id)
  const upload = await readUpload(FIELD)
  const result = await addProof(user.id, id, upload.file?.bytes ?? null)
  if (result.ok)
    return redirectWith(proofsPath(id), { notice: success(moneyMessages.claims.proofAdded), saved: 'proof' })
  if (result.reason === 'not-found') return refusal(404, 'Not Found')
  return upload.refuse({ error: PROOF_PROBLEMS[result.reason] })
})
