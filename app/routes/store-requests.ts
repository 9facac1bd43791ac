import type { LoaderFunctionArgs } from '@remix-run/node'
import { storeRequestSchema } from '~/domain/catalog/store-requests'
import { requestStore } from '~/domain/catalog/store-requests.server'
import { formAction } from '~/http/form-action.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { formatTooMany } from '~/messages/actions'
import { storePageMessages } from '~/messages/store-page'
import { fill } from '~/messages/message'
import { failure, success } from '~/messages/notice'
import { paths } from '~/paths'

export { clientAction } from '~/http/route-exports'

export const loader = ({ request }: LoaderFunctionArgs) => redirectKeepingFlash(request, paths.allOffers)

const options = { form: 'store-request', fallback: paths.allOffers }

export const action = formAction(options, async ({ context, readForm }) => {
  const form = await readForm(storeRequestSchema)
  const result = await requestStore(form.input.store, context.clientAddress)
  if (result.ok)
    return redirectWith(form.from, {
      notice: success({ text: fill(storePageMessages.search.counted, { store: form.input.store }) }),
      saved: 'store-request',
    })
  return result.reason === 'tooMany'
    ? form.refuse({ notice: failure(formatTooMany(result.minutes)) })
    : form.refuse({ errors: { store: storePageMessages.search.unfit } })
})
