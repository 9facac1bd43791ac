import { expect, test } from 'vitest'
import { pushSchema } from '~/domain/outreach/push/push-reader.server'
import { makeBrowser } from '../support/push'

const { address } = makeBrowser()
const reads = (more: Partial<typeof address>) => pushSchema.safeParse({ ...address, ...more }).success

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:APA91b-x_y',
  'https://fcm.googleapis.com/wp/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2b',
  'https://web.push.apple.com/QGOfgz-x',
])('the endpoint %s is read', (endpoint) => expect(reads({ endpoint })).toBe(true))

test.each([
  ['another host', 'https://push.example/x'],
  ['a name that ends like a known one', 'https://evilnotify.windows.com.example/x'],
  ['a name without the dot of the wildcard', 'https://evilnotify.windows.com/x'],
  ['the parent domain of a wildcard', 'https://notify.windows.com/x'],
  ['a subdomain of a name without a wildcard', 'https://a.fcm.googleapis.com/x'],
  ['a dot at the end', 'https://fcm.googleapis.com./x'],
  ['http', 'http://fcm.googleapis.com/x'],
  ['another port', 'https://fcm.googleapis.com:8443/x'],
  ['the usual port, written', 'https://fcm.googleapis.com:443/x'],
  ['a user', 'https://a@fcm.googleapis.com/x'],
  ['a known name as the user', 'https://fcm.googleapis.com@10.0.0.1/x'],
  ['a known name as the password', 'https://fcm.googleapis.com:x@localhost/x'],
  ['a backslash', 'https://127.0.0.1\\@fcm.googleapis.com/x'],
  ['a fragment', 'https://fcm.googleapis.com/x#y'],
  ['no path', 'https://fcm.googleapis.com/'],
  ['dots in the path', 'https://fcm.googleapis.com/a/../b'],
  ['capitals', 'https://FCM.googleapis.com/x'],
  ['a line break', 'https://fcm.googleapis.com/x\r\nHost: a'],
  ['a tab', 'https://fcm.goo\tgleapis.com/x'],
  ['a blank around it', ' https://fcm.googleapis.com/x'],
  ['letters beyond ASCII', 'https://fcm.googleapis.com/ü'],
  ['a letter that looks the same', 'https://fcm.googleаpis.com/x'],
  ['this machine', 'https://localhost/x'],
  ['a private address', 'https://192.168.0.1/x'],
  ['a private address as a number', 'https://2130706433/x'],
  ['an address of IPv6', 'https://[::1]/x'],
  ['the address of a cloud’s metadata', 'https://169.254.169.254/latest'],
  ['a list', 'https://fcm.googleapis.com/x https://fcm.googleapis.com/y'],
  ['too long', `https://fcm.googleapis.com/${'x'.repeat(1000)}`],
  ['nothing', ''],
  ['words', 'fcm'],
])('an endpoint with %s is refused', (_, endpoint) => expect(reads({ endpoint })).toBe(false))

const offCurve = Buffer.from(address.p256dh, 'base64url')
offCurve[64]! ^= 1

test.each([
  ['a key that is no point of the curve', { p256dh: offCurve.toString('base64url') }],
  ['a compressed key', { p256dh: `A${address.p256dh.slice(1, 44)}` }],
  ['a key with padding', { p256dh: `${address.p256dh}=` }],
  ['no key', { p256dh: '' }],
  ['a short secret', { auth: address.auth.slice(2) }],
  ['a long secret', { auth: `${address.auth}AA` }],
  ['a secret with bits left over', { auth: `${address.auth.slice(0, 21)}B` }],
  ['other base64', { auth: `${'+'.repeat(21)}A` }],
])('%s is refused', (_, more) => expect(reads(more)).toBe(false))
