import type { WorkerScope } from './worker-types'

export interface PushData {
  title: string
  body: string
  tag: string
  /** Begins with exactly one slash, so that it is a path of this site. */
  path: string
}

/** `data` is JSON. Null: the message is not of this site. */
export function readPushData(data: string | undefined, origin: string): PushData | null {
  let value: Record<string, unknown> | null
  try {
    value = JSON.parse(data ?? 'null') as Record<string, unknown> | null
  } catch {
    return null
  }
  const { title, body, tag, path } = value ?? {}
  const isText = [title, body, tag, path].every((text) => typeof text === 'string')
  return isText ? { ...(value as unknown as PushData), path: toOwnPath(path as string, origin) } : null
}

function toOwnPath(path: string, origin: string): string {
  if (!URL.canParse(path, origin)) return '/'
  const { origin: found, pathname, search, hash } = new URL(path, origin)
  return found === origin ? pathname + search + hash : '/'
}

/** Every push must show a notification: otherwise the browser shows one itself and may revoke the permission. */
export function handlePush(scope: WorkerScope, fallback: PushData): void {
  const { origin } = scope.location
  scope.addEventListener('push', (event) => {
    const { title, body, tag, path } = readPushData(event.data?.text(), origin) ?? fallback
    const options = { body, tag, data: path, icon: '/icon-192.png', lang: 'en-IN' }
    event.waitUntil(scope.registration.showNotification(title, options))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage(scope, new URL(toOwnPath(String(event.notification.data), origin), origin).href))
  })
}

/** Reuses only a tab with this page, because somebody may be typing in another one. */
async function openPage({ clients }: WorkerScope, address: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => url === address)
  await (open ? open.focus() : clients.openWindow(address))
}
