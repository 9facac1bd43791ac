import type { z } from 'zod/v4'
import { findErrorCode } from '~/platform/error-causes'
import { readBytes } from '~/platform/read-bytes'

const MOST_BYTES = 16 * 1024

/** Contains neither request nor response. Unless `mayHaveActed` is false, the outcome is unknown. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  constructor(
    /** 'time-out', 'no connection', 'redirect', 'status 503', 'too long', 'not JSON'. */
    readonly kind: string,
    /** False: the provider was unreachable or refused, and certainly did nothing. */
    readonly mayHaveActed = true,
  ) {
    super(kind)
  }
}

/** `base` undefined: the provider's usual address. */
export interface ProviderConnection {
  base: string | undefined
  timeoutMs: number
}

export interface ProviderResponse {
  status: number
  body: object
}

const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** `timeout`: milliseconds for the whole exchange. Redirects are not followed. Throws ProviderFailure. */
export async function callProvider(
  url: URL,
  question: { method?: 'GET' | 'POST'; headers: Record<string, string>; body?: string | URLSearchParams },
  timeout: number,
): Promise<ProviderResponse> {
  const signal = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, { method: 'POST', ...question, redirect: 'manual', signal })
    const { status } = response
    if (status < 200 || status >= 500 || (status >= 300 && status < 400)) {
      await response.body?.cancel()
      throw new ProviderFailure(status >= 300 && status < 400 ? 'redirect' : `status ${status}`)
    }
    return { status, body: parse(await readText(response), status) }
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    if (signal.aborted) throw new ProviderFailure('time-out')
    throw new ProviderFailure('no connection', !UNSENT.has(findErrorCode(error) ?? ''))
  }
}

async function readText(response: Response): Promise<string> {
  const bytes = await readBytes(response.body, MOST_BYTES)
  if (!bytes) throw new ProviderFailure('too long')
  return Buffer.from(bytes).toString('utf8')
}

function parse(text: string, status: number): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw status < 300 ? new ProviderFailure('not JSON') : new ProviderFailure(`status ${status}`, false)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new ProviderFailure('unexpected answer')
}

export function requireShape<Schema extends z.ZodType>(
  answer: ProviderResponse,
  schema: Schema,
): z.output<Schema> {
  if (answer.status >= 300) throw new ProviderFailure(`status ${answer.status}`, false)
  const parsed = schema.safeParse(answer.body)
  if (!parsed.success) throw new ProviderFailure('unexpected answer')
  return parsed.data
}
