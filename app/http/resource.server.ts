/** Answers of routes without a page, which Remix would answer with a bare 500 while the database is away. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { isDatabaseAway } from '~/platform/db/client.server'
import { errorFacts, log, loggedPath } from '~/platform/log.server'
import { NO_STORE, RETRY_AFTER } from '~/platform/config/caching'
import { siteMessages } from '~/messages/site'
import { refusal } from './respond.server'

type Answer = (args: LoaderFunctionArgs) => Response | Promise<Response>

const HEADERS = { 'Retry-After': RETRY_AFTER }

/** A loader or action. While the database is away it throws a 503 in `format`, which must be that of the route's handle. All other errors pass. */
export function resource(answer: Answer, format: 'text' | 'json' = 'text') {
  return async (args: Parameters<Answer>[0]): Promise<Response> => {
    try {
      return await answer(args)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log('error', 'page failed', {
        path: loggedPath(new URL(args.request.url).pathname),
        ...errorFacts(error),
      })
      throw format === 'json' ? refuseAsJson() : refusal(503, 'Service Unavailable', HEADERS)
    }
  }
}

function refuseAsJson(): Response {
  const body = { success: false, message: siteMessages.failure.text }
  return Response.json(body, { status: 503, headers: { ...HEADERS, 'Cache-Control': NO_STORE } })
}
