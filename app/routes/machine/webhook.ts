/** A signature authenticates the provider, so that the same-origin guard does not apply. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { SMALL_BODY } from '~/platform/config/body-limits'
import { readBody } from '~/http/body.server'
import { PLAIN_TEXT, RETRY_AFTER } from '~/platform/config/caching'
import { refusal } from '~/http/respond.server'
import { errorFacts, log } from '~/platform/log.server'
import { receiveWebhook } from '~/domain/wallet/payout-webhooks.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'money', failures: 'text', query: 'any' } satisfies RouteHandle

export const loader = () => refusal(405, 'Method Not Allowed', { Allow: 'POST' })

export async function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Method Not Allowed', { Allow: 'POST' })
  const body = Buffer.from(await readBody(request, SMALL_BODY)).toString('utf8')
  try {
    const received = await receiveWebhook((params.provider ?? '').toLowerCase(), request.headers, body)
    if (received === 'unknown') return refusal(404, 'Not Found')
    if (received === 'forged') return refusal(401, 'Unauthorized')
  } catch (error) {
    log('error', 'webhook not stored', errorFacts(error))
    return refusal(503, 'Service Unavailable', { 'Retry-After': RETRY_AFTER })
  }
  return new Response('OK', { headers: PLAIN_TEXT })
}
