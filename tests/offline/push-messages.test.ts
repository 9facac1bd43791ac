import { beforeEach, describe, expect, test } from 'vitest'
import { handlePush, readPushData } from '~/routes/machine/service-worker/push-messages'
import type { WorkerScope } from '~/routes/machine/service-worker/worker-types'

const ORIGIN = 'https://shop.example'
const OURS = { title: 'Your money', body: 'There is news.', tag: 'money', path: '/Account/History' }

test.each([
  ['/Account/History?page=2#x', '/Account/History?page=2#x'],
  ['https://shop.example/Deals', '/Deals'],
  ['https://evil.example/Deals', '/'],
  ['//evil.example/Deals', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['http://[', '/'],
])('the path %s of a message is read as %s', (path, read) => {
  expect(readPushData(JSON.stringify({ ...OURS, path }), ORIGIN)).toEqual({ ...OURS, path: read })
})

test.each([
  undefined,
  '',
  'null',
  '"text"',
  '[]',
  '{',
  '{"title":"a"}',
  JSON.stringify({ ...OURS, body: 7 }),
])('a message of %s is ignored', (data) => expect(readPushData(data, ORIGIN)).toBeNull())

describe('the worker', () => {
  const listeners = new Map<string, (event: unknown) => void>()
  const done: unknown[] = []
  let windows: { url: string; focus(): Promise<unknown> }[] = []
  const scope = {
    location: new URL(`${ORIGIN}/service-worker.js`),
    registration: {
      showNotification: async (title: string, options: object) => void done.push({ title, ...options }),
    },
    clients: {
      matchAll: async () => windows,
      openWindow: async (address: string) => void done.push(address),
    },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  }
  handlePush(scope as unknown as WorkerScope, { title: 'DealDwaar', body: 'News.', tag: 'safety', path: '/' })

  async function dispatch(type: string, event: object) {
    let work: Promise<unknown> = Promise.resolve()
    listeners.get(type)!({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) })
    await work
  }
  const click = (data: unknown) =>
    dispatch('notificationclick', { notification: { data, close: () => done.push('closed') } })

  beforeEach(() => {
    done.length = 0
    windows = []
  })

  test('a message is shown with its text and keeps its path', async () => {
    await dispatch('push', { data: { text: () => JSON.stringify(OURS) } })
    const { path, ...shown } = OURS
    expect(done).toEqual([{ ...shown, data: path, icon: '/icon-192.png', lang: 'en-IN' }])
  })

  test('a message without data, or of another site, is shown with a general text', async () => {
    await dispatch('push', { data: null })
    await dispatch('push', { data: { text: () => 'x' } })
    const general = expect.objectContaining({ title: 'DealDwaar', body: 'News.', data: '/' })
    expect(done).toEqual([general, general])
  })

  test('a tap opens the page, and reuses only a tab that shows it', async () => {
    windows = [{ url: `${ORIGIN}/Account/Wallet`, focus: async () => void done.push('wallet') }]
    await click('/Account/History')
    windows.push({ url: `${ORIGIN}/Account/History`, focus: async () => void done.push('history') })
    await click('/Account/History')
    await click('https://evil.example/')
    expect(done).toEqual(['closed', `${ORIGIN}/Account/History`, 'closed', 'history', 'closed', `${ORIGIN}/`])
  })
})
