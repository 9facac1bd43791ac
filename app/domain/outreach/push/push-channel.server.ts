import type https from 'node:https'
import type { Channel } from '../deliveries/channel'
import { deleteDevice, findDevice, readPushKeys } from '../push-subscriptions.server'

/** The address of a delivery is the id of a subscription. `through` is for tests. */
export const createPushChannel = (through?: https.Agent): Channel => ({
  name: 'push',
  isConfigured: () => readPushKeys() !== null,
  addresses: `SELECT p.id::text FROM push_subscriptions p JOIN sessions s ON s.token_hash = p.session
     WHERE p.user_id = m.user_id AND s.expires_at > now()`,
  async send({ id, userId, topic, address, notification }) {
    const keys = readPushKeys()
    const device = userId === null ? null : await findDevice(userId, Number(address), topic)
    if (!keys || !device || !notification) return { result: 'refused', answer: 'turned off' }
    const { sendPush } = await import('./send-push.server')
    // Messages about safety never replace each other.
    const group = topic === 'safety' ? `safety-${id}` : topic
    // Everybody gets the same newsletter, so that its subject reveals nothing about the member.
    const text = topic === 'newsletter' ? notification.title : undefined
    const message = { topic, group, path: notification.href, text }
    const sent = await sendPush(keys, device.address, message, through)
    if (sent.result === 'gone') {
      await deleteDevice(device.id)
      return { result: 'refused', answer: sent.answer }
    }
    return sent
  },
})

export const pushChannel = createPushChannel()
