import { paths } from '~/paths'

export type PushSupport = 'unsupported' | 'blocked' | 'ready'

export function readPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/**
 * Call after a tap: it asks for the permission. Null if that is refused. Throws where the browser reaches no push service.
 * `publicKey` is that of VAPID, as base64url.
 */
export async function subscribeBrowser(publicKey: string): Promise<Record<string, string> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  // Under Save-Data nothing has registered it yet (app/offline/use-offline-copies.ts).
  await navigator.serviceWorker.register(paths.serviceWorker, { updateViaCache: 'all' })
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // One for another key is in its place: the site's key was changed.
    const older = await pushManager.getSubscription()
    if (!(await older?.unsubscribe())) throw error
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}
