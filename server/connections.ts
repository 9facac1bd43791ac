import type { Server, Socket } from 'node:net'
import { narrowestPlaceOf } from '~/runtime/places'
import { log } from '~/runtime/log.server'

/** In ms. */
const LOG_EVERY = 60_000

/** Closes connections beyond `most` of one IPv4 address or IPv6 /64 before anything is read from them. */
export function limitConnections(server: Server, most: number): void {
  const held = new Map<string, number>()
  const noteRefused = countRefused('connections of one address refused: CONNECTIONS_PER_ADDRESS')
  server.prependListener('connection', (socket: Socket) => {
    // It has left already.
    if (!socket.remoteAddress) return
    const place = narrowestPlaceOf(socket.remoteAddress)
    const before = held.get(place) ?? 0
    if (before >= most) {
      noteRefused()
      return void socket.destroy()
    }
    held.set(place, before + 1)
    socket.once('close', () => {
      const left = held.get(place)! - 1
      if (left) held.set(place, left)
      else held.delete(place)
    })
  })
}

/** The first is logged at once, then their number once a minute: a flood must not fill the log. */
export function countRefused(message: string): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const say = () => {
    timer = undefined
    if (!refused) return
    log('warn', message, { refused })
    refused = 0
    timer = setTimeout(say, LOG_EVERY).unref()
  }
  return () => {
    refused++
    if (!timer) say()
  }
}
