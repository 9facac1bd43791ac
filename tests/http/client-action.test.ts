import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { redirect } from '@remix-run/react'
import { clientAction, isPendingPage } from '~/http/form/client-action'

const never = new Promise<never>(() => {})

/** `gone`: pages whose script is gone. */
function open(page: string, { onLine = true, gone = [] as string[] } = {}) {
  const { href, pathname, search } = new URL(page, 'http://localhost:3000')
  const location = {
    href,
    pathname,
    search,
    assign: vi.fn<(path: string) => void>(),
    replace: vi.fn<(path: string) => void>(),
  }
  vi.stubGlobal('window', {
    location,
    __remixRouter: { routes: gone.map((path) => ({ id: path, path })) },
    __remixManifest: {
      routes: Object.fromEntries(gone.map((path) => [path, { module: '/assets/gone.js' }])),
    },
  })
  vi.stubGlobal('navigator', { onLine })
  return location
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function send(answer: () => Promise<unknown>, body: URLSearchParams | FormData = new URLSearchParams()) {
  const request = new Request('http://localhost:3000/x', { method: 'POST', body })
  return clientAction({ request, params: {}, serverAction: answer as never })
}

const reject = (error: unknown) => () => Promise.reject(error)

test.each<[what: string, answer: () => Promise<unknown>, onLine: boolean, failure: string]>([
  ['no answer', reject(new TypeError('Failed to fetch')), true, 'noAnswer'],
  ['no answer on a device without a network', reject(new TypeError('Failed to fetch')), false, 'offline'],
  ['no answer within a minute', () => never, true, 'noAnswer'],
  [
    'a refusal by status',
    reject({ status: 503, statusText: '', internal: false, data: null }),
    true,
    'refused',
  ],
  ['an answer that Remix cannot read', reject(new Error('Unable to decode')), true, 'unexpected'],
  ['an answer without a redirect', () => Promise.resolve('hello'), true, 'unexpected'],
])('the failure %s is shown by the form', async (_, answer, onLine, failure) => {
  open('/Deals', { onLine })
  const sent = send(answer)
  await vi.advanceTimersByTimeAsync(60_000)
  const response = await sent
  expect([response.status, await response.json()]).toEqual([503, { failure, at: expect.any(Number) }])
})

test.each([
  ['a file may take longer than a minute', new File(['x'], 'bill.pdf'), 0],
  ['a form whose file was not chosen has a minute', new File([], ''), 1],
  ['a form whose file is empty has a minute', new File([], 'bill.pdf'), 1],
])('%s', async (_, file, calls) => {
  open('/Account')
  const body = new FormData()
  body.append('text', 'x')
  body.append('proof', file)
  const answer = vi.fn<() => Promise<never>>(() => never)
  const settled = vi.fn<() => void>()
  void send(answer, body).finally(settled)
  await vi.waitFor(() => expect(answer).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(600_000)
  expect(settled).toHaveBeenCalledTimes(calls)
})

test.each([
  ['/Deals', '/Aboutus', '/Aboutus', 'push'],
  ['/Deals?page=2', '/Deals?page=2', '/Deals?page=2', 'replace'],
  ['/Deals', '/Deals#newsletter', '/Deals', 'replace'],
  ['/Account?edit=details', '/Account', '/Account', 'push'],
  ['/Deals?dialog=sign-up', '/Deals?dialog=otp', '/Deals?dialog=otp', 'replace'],
  [
    '/Account/Wallet?dialog=withdraw',
    '/Account/Wallet#withdrawals',
    '/Account/Wallet#withdrawals',
    'replace',
  ],
])('on %s a redirect to %s leads to %s by %s', async (page, to, path, how) => {
  open(page)
  const headers = { 'X-Remix-Revalidate': 'yes' }
  const thrown = await send(reject(redirect(to, { status: 303, headers }))).catch((error: Response) => error)
  expect([thrown.status, thrown.headers.get('Location')]).toEqual([303, path])
  expect(thrown.headers.has('X-Remix-Replace')).toBe(how === 'replace')
  expect(thrown.headers.has('X-Remix-Revalidate')).toBe(true)
  expect([isPendingPage(path.split('#')[0]!), isPendingPage('/Singup')]).toEqual([true, false])
})

test.each([
  ['/Account', 'assign'],
  ['/Account?dialog=logout', 'replace'],
] as const)('on %s a redirect to a page whose script is gone loads it by %s', async (page, how) => {
  const location = open(page, { gone: ['/gone'] })
  const settled = vi.fn<() => void>()
  void send(reject(redirect('/gone', 303))).finally(settled)
  await vi.waitFor(() => expect(location[how]).toHaveBeenCalledWith('/gone'))
  expect(settled).not.toHaveBeenCalled()
})
