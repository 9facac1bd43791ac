import type { Server, Socket } from 'node:net'
import { getNarrowestPrefix } from '~/platform/formats/address-prefixes'
import { log } from '~/platform/log.server'

const LOG_EVERY_MS = 60_000

/** Closes connections beyond `max` of one IPv4 address or IPv6 /64 before anything is read from them. */
export function limitConnections(server: Server, max: number): void {
  const open = new Map<string, number>()
  const countRefusal = createRefusalCounter('connections of one address refused: CONNECTIONS_PER_ADDRESS')
  server.prependListener('connection', (socket: Socket) => {
    if (!socket.remoteAddress) return
    const place = getNarrowestPrefix(socket.remoteAddress)
    const before = open.get(place) ?? 0
    if (before >= max) {
      countRefusal()
      return void socket.destroy()
    }
    open.set(place, before + 1)
    socket.once('close', () => {
      const remaining = open.get(place)! - 1
      if (remaining) open.set(place, remaining)
      else open.delete(place)
    })
  })
}

/** The first is logged at once, then their number once a minute: a flood must not fill the log. */
export function createRefusalCounter(message: string): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const logRefusals = () => {
    timer = undefined
    if (!refused) return
    log('warn', message, { refused })
    refused = 0
    timer = setTimeout(logRefusals, LOG_EVERY_MS).unref()
  }
  return () => {
    refused++
    if (!timer) logRefusals()
  }
}
