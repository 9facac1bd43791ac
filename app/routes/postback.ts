/** Where networks report sales: another server asks, so there is no session and no same-origin guard, but a secret. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readParameters } from '~/http/parameters.server'
import { refusal } from '~/http/respond.server'
import { errorFacts, log } from '~/log.server'
import { isAuthentic, receivePostback } from '~/tracking/postbacks.server'

export const loader = answer
export const action = answer

async function answer({ request, params }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { method } = request
  if (method !== 'GET' && method !== 'POST') return refusal(405, 'Method Not Allowed', { Allow: 'GET, POST' })
  const network = (params.network ?? '').toLowerCase()
  if (!isAuthentic(network, params.secret ?? '')) return refusal(403, 'Forbidden')
  const raw = await readParameters(request)
  try {
    await receivePostback({ network, method, raw }, (error) =>
      log('error', 'postback left in the inbox', errorFacts(error)),
    )
  } catch (error) {
    // Thrown on, it would be logged with the path, and the path has the secret in it.
    log('error', 'postback not stored', errorFacts(error))
    return refusal(503, 'Service Unavailable')
  }
  return new Response('OK', {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
