import { paths } from '~/paths'

export type PushSupport = 'unsupported' | 'blocked' | 'ready'

export function readPushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** The permission may be withdrawn, and a subscription be for a former key of the site. `publicKey`: VAPID, base64url. */
export async function isSubscribed(publicKey: string): Promise<boolean> {
  if (Notification.permission !== 'granted') return false
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const key = subscription?.options.applicationServerKey
  return key instanceof ArrayBuffer && toBase64url(key) === publicKey
}

const toBase64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Call it after a tap. Null: no permission. Throws without a push service. `publicKey`: VAPID, base64url. */
export async function subscribeBrowser(publicKey: string): Promise<Record<string, string> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  // With Save-Data it is not registered yet (app/components/document/use-service-worker.ts).
  await navigator.serviceWorker.register(paths.serviceWorker, { updateViaCache: 'all' })
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription for a former key of the site prevents a new one.
    const older = await pushManager.getSubscription()
    if (!(await older?.unsubscribe())) throw error
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}
