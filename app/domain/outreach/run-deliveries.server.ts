/** At least once: if a worker dies, the next sends the message again with the same key (docs/messages.md). */
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer, type Timer } from '~/platform/timers.server'
import type { Channel, OutgoingMessage, SendResult } from './deliveries/channel'
import { listChannels } from './deliveries/channels.server'
import { deliveryQueue, toEnded, takeDeliveries, type TakenDelivery } from './delivery-queue.server'
import { openContent } from './queue-mail.server'
import { findQuietEnd } from './quiet-hours'

const BATCH = 10

export interface DeliveryRun {
  stopping?: () => boolean
  at?: Date
}

export async function runDeliveries(run: DeliveryRun = {}): Promise<number> {
  const counts = await Promise.all(listChannels().map((channel) => runChannel(channel, run)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Stops after a batch of which nothing was accepted, because the receiver is probably down. */
async function runChannel(channel: Channel, { stopping = () => false, at }: DeliveryRun): Promise<number> {
  for (let sent = 0; ;) {
    const batch = stopping() ? [] : await takeDeliveries(channel.name, BATCH)
    const results = await Promise.all(batch.map((row) => deliver(channel, row, at ?? new Date())))
    sent += results.filter((result) => result === 'sent').length
    if (!results.some((result) => result !== 'later')) return sent
  }
}

type Result = SendResult['result'] | 'cancelled' | 'expired' | 'quiet'

async function deliver(channel: Channel, row: TakenDelivery, at: Date): Promise<Result> {
  const end = findEnd(row)
  if (end) {
    await deliveryQueue.end(row, toEnded(...end))
    return end[0]
  }
  const quietEnd = row.topic === 'safety' ? null : findQuietEnd(at)
  if (quietEnd) {
    const seconds = Math.ceil((quietEnd.getTime() - at.getTime()) / 1000)
    await deliveryQueue.giveBack(row, { after: seconds, set: { answer: 'quiet hours' } })
    return 'quiet'
  }
  const { result, answer, afterSeconds } = await send(channel, row)
  if (result === 'later') await deliveryQueue.giveBack(row, { after: afterSeconds, set: { answer } })
  else await deliveryQueue.end(row, toEnded(result, answer))
  return result
}

/** Switches and the address are read when a message is sent, not when it was written. */
function findEnd(row: TakenDelivery): ['cancelled' | 'expired', string] | null {
  if (row.gives_up) return ['expired', 'older than a day']
  if (row.notification_id === null || row.topic === 'safety') return null
  if (!row.wanted) return ['cancelled', 'switched off']
  return row.current ? null : ['cancelled', 'the address changed']
}

async function send(channel: Channel, row: TakenDelivery): Promise<SendResult> {
  try {
    return await channel.send(toMessage(row))
  } catch (error) {
    log('error', 'a delivery failed', { channel: channel.name, delivery: row.id, ...errorFacts(error) })
    return { result: 'later', answer: 'failed' }
  }
}

function toMessage({ user_id, address, content, ...row }: TakenDelivery): OutgoingMessage {
  const stored = content === null ? null : openContent(row.key, content)
  return {
    ...row,
    userId: user_id,
    address: address!,
    mail: stored?.content ?? null,
    unsubscribe: stored?.unsubscribe ?? null,
  }
}

/** A schedule for each channel, so that a slow receiver delays its own messages only. */
export const listDeliveryTimers = (): Timer[] =>
  listChannels().map((channel) => {
    const timer = defineTimer({
      name: `${channel.name} delivery`,
      every: 2,
      does: 'send messages',
      work: (stopping) => runChannel(channel, { stopping }),
    })
    const start = (every?: number) => {
      const worker = timer.start(every)
      return { stop: () => worker.stop().then(() => channel.close?.()) }
    }
    return { ...timer, start }
  })
