/** Refuses private addresses unless allowed. It checks on connection, which prevents DNS rebinding. */
import http from 'node:http'
import https from 'node:https'
import { isAllowedAddress, readLiteralAddress } from '~/platform/outbound/addresses'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { createLookup, ADDRESS_NOT_ALLOWED } from '~/platform/outbound/lookup.server'

const MAX_RESPONSE_BYTES = 16 * 1024

export interface Post {
  url: URL
  headers: Record<string, string>
  body: string
  /** Milliseconds, for the whole exchange. */
  timeout: number
  allowed: readonly string[]
}

export interface WebhookResponse {
  status: number
  text: string
}

/** Returns a response of any status but redirects. Throws ProviderFailure. */
export async function post({ url, headers, body, timeout, allowed }: Post): Promise<WebhookResponse> {
  const literal = readLiteralAddress(url)
  if (literal !== null && !isAllowedAddress(literal, allowed))
    throw new ProviderFailure(ADDRESS_NOT_ALLOWED, false)
  const signal = AbortSignal.timeout(timeout)
  try {
    const answer = await new Promise<WebhookResponse>((resolve, reject) => {
      const request = (url.protocol === 'http:' ? http : https).request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        lookup: createLookup(allowed),
        signal,
      })
      request.once('error', reject)
      request.once('response', (response) => {
        readStart(response).then(
          (text) => resolve({ status: response.statusCode!, text }),
          (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
        )
      })
      request.end(body)
    })
    if (answer.status >= 300 && answer.status < 400) throw new ProviderFailure('redirect')
    return answer
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    if (signal.aborted) throw new ProviderFailure('time-out')
    const { code } = error as NodeJS.ErrnoException
    throw new ProviderFailure(code ? `no connection: ${code}` : 'no connection')
  }
}

async function readStart(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.byteLength
    if (size >= MAX_RESPONSE_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MAX_RESPONSE_BYTES).toString('utf8')
}
