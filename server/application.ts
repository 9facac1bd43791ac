import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequest } from '@remix-run/node-fetch-server'
import type { ServerBuild } from '@remix-run/node'
import type { Env } from '~/platform/config/env.server'
import { NOWHERE, type ServerContext, type ServerHooks } from '~/platform/server-contract'
import type { Admission, Priority } from './admission'
import { sendRefusal, toResponse, refuseWhenOverloaded } from './overload'
import type { Render } from './cache/page-cache'
import { getBodyLimit } from './guard'
import { createBodyCollector } from './collect-body'
import { readHooks } from './hooks'
import { createHandler } from './remix-handler'
import { sendPage } from './send-page'
import type { FoundRoute } from '~/platform/find-route'
import { isWellFormedPath } from '~/platform/formats/well-formed-url'
import { getUrlPath } from '~/platform/formats/url-path'

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
  route: FoundRoute,
) => Promise<'answered' | 408 | 413>

export interface Application extends Answer {
  renderRefusal(request: IncomingMessage, status: number, context: ServerContext): Promise<Response>
  /** Answers a GET without a connection, uncompressed, as for the host of PUBLIC_ORIGIN. */
  render: Render
}

interface Parts {
  build: ServerBuild
  env: Env
  admission: Admission
}

export function createApplication({ build, env, admission }: Parts): Application {
  const handler = createHandler(build, env.NODE_ENV === 'development' ? 'development' : 'production')
  const hooks = readHooks(build)
  const admit = refuseWhenOverloaded(admission, hooks.busyTexts)
  const collectBody = createBodyCollector()
  const chooseOrigin = createOriginChooser(env)
  const deskHost = env.DESK_ORIGIN && new URL(env.DESK_ORIGIN).host

  const answer: Answer = async (incoming, outgoing, context, route) => {
    try {
      const request = createRequest(incoming, outgoing, chooseOrigin(incoming))
      const collected = await collectBody(request, getBodyLimit(incoming, route))
      if ('refused' in collected) {
        if (collected.refused !== 503) return collected.refused
        sendRefusal(incoming, outgoing, admit.busy(route.failures))
        return 'answered'
      }
      const admissionRequest = {
        method: incoming.method!,
        path: getUrlPath(incoming.url!),
        failures: route.failures,
        priority: readPriority(incoming, context.clientAddress, route, hooks),
        isGone: () => outgoing.destroyed,
      }
      const work = () => handler(collected.request, { ...context })
      const response = await admit(admissionRequest, work).finally(collected.release)
      if (response instanceof Response) await sendPage(incoming, outgoing, response)
      else if (!outgoing.destroyed) sendRefusal(incoming, outgoing, response)
    } catch (error) {
      if (!outgoing.destroyed) throw error
    }
    return 'answered'
  }

  const render: Render = async (url, headers, { failures }) => {
    const admissionRequest = { method: 'GET', path: getUrlPath(url), failures, priority: 'guest' as const }
    const response = await admit(admissionRequest, () =>
      handler(new Request(env.publicOrigin + url, { headers }), {
        requestId: randomUUID(),
        clientAddress: '',
      }),
    )
    return response instanceof Response ? response : toResponse(response)
  }

  /** Keeps a well-formed path for 405, 413 and 500 only, and no host but the desk's. */
  function renderRefusal({ url = '/', headers }: IncomingMessage, status: number, context: ServerContext) {
    const cookie = headers.cookie ?? ''
    const path = getUrlPath(url)
    const isAtDesk = deskHost !== undefined && headers.host?.toLowerCase() === deskHost
    const isKept = [405, 413, 500].includes(status) && isWellFormedPath(path)
    const address = new URL(isKept ? path : NOWHERE, env.publicOrigin)
    if (isAtDesk) address.host = deskHost
    return handler.showRefusal(new Request(address, { headers: { Cookie: cookie } }), { ...context }, status)
  }

  return Object.assign(answer, { renderRefusal, render })
}

function createOriginChooser({ publicOrigin, DESK_ORIGIN, demo }: Env) {
  const { host, protocol } = new URL(publicOrigin)
  const deskHost = DESK_ORIGIN && new URL(DESK_ORIGIN).host
  return ({ headers }: IncomingMessage) => {
    if (deskHost && headers.host?.toLowerCase() === deskHost) return { host: deskHost, protocol }
    // In the demo the site answers to each name of this machine, so that the host is that of the request.
    return demo ? { protocol } : { host, protocol }
  }
}

/** A report without a network's secret waits like a page: a flood of them must not hold up the authentic ones. */
function readPriority(
  { method, url = '', headers }: IncomingMessage,
  address: string,
  { handle: { priority } }: FoundRoute,
  { isFromNetwork, isPersonal }: ServerHooks,
): Priority {
  if (priority === 'report') return isFromNetwork(getUrlPath(url), address) ? 'money' : 'guest'
  if (priority === 'desk') return 'desk'
  const isForm = method !== 'GET' && method !== 'HEAD'
  if (priority === 'money' && isForm) return 'money'
  if (headers.cookie && isPersonal(headers.cookie)) return 'member'
  return isForm ? 'form' : 'guest'
}
