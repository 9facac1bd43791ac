import type { LoaderFunctionArgs } from '@remix-run/node'
import { identifySessionSubject } from '~/domain/accounts/known-browser.server'
import { detailsSchema, editDetails } from '~/domain/accounts/edit-details.server'
import { explainDetailsRefusal } from '~/domain/accounts/refusals'
import { formAction } from '~/http/form-action.server'
import { readClientContext } from '~/http/auth-flow.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { requireSession } from '~/http/session.server'
import { accountMessages } from '~/messages/account'
import { addressMessages } from '~/messages/address'
import { fill } from '~/messages/message'
import { failure, success } from '~/messages/notice'
import { editPaths } from '~/edit-paths'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, editPaths.details)

const options = { form: 'details', fallback: editPaths.details, secrets: ['password'] }

export const action = formAction(options, async ({ request, context, readForm }) => {
  const { user, tokenHash } = await requireSession(request)
  const form = await readForm(detailsSchema)
  const { address } = readClientContext(request, context)
  const result = await editDetails(
    { userId: user.id, asker: identifySessionSubject(address, tokenHash) },
    form.input,
  )
  if (result.ok) {
    const { changed } = addressMessages.address
    const message = result.next
      ? { text: fill(changed.text, { email: result.next }) }
      : accountMessages.details.changed
    return redirectWith(paths.account, { notice: success(message) })
  }
  const { message, errors } = explainDetailsRefusal(result)
  return form.refuse({ notice: message && failure(message), errors })
})
