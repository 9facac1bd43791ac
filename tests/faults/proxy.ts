// A proxy between the application and PostgreSQL, which can drop connections and detect commits.
import { once } from 'node:events'
import net from 'node:net'

export interface Door {
  port: number
  /** Delays what PostgreSQL answers by so many ms; 0 ends it. */
  slow(ms: number): void
  /** Drops all connections. */
  slam(): void
  /**
   * Calls `done` at the next response with this command tag ('COMMIT', 'INSERT 0 1') and never forwards that response.
   */
  holdBack(word: string, done: () => void): void
  /** Cancels holdBack(). */
  letPass(): void
  close(): void
}

/** `target` returns the current port. */
export async function openDoor(target: () => number): Promise<Door> {
  const open = new Set<net.Socket>()
  let delay = 0
  let last = 0
  let waiting: { word: Buffer; done: () => void } | null = null

  /** In order, also while the delay ends. */
  const passOn = (near: net.Socket, part: Buffer) => {
    const now = performance.now()
    if (!delay && last <= now) return void near.write(part)
    last = Math.max(last, now + delay)
    setTimeout(() => near.destroyed || near.write(part), last - now)
  }

  const server = net.createServer((near) => {
    const far = net.connect(target(), '127.0.0.1')
    const both = [near, far]
    for (const socket of both) {
      open.add(socket.setNoDelay(true))
      socket.on('error', () => {})
      socket.once('close', () => {
        open.delete(socket)
        for (const other of both) other.destroy()
      })
    }
    near.on('data', (part) => far.write(part))
    far.on('data', (part) => {
      if (waiting && part.includes(waiting.word)) {
        const { done } = waiting
        waiting = null
        near.pause()
        done()
      } else passOn(near, part)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const slam = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    slow: (ms) => void (delay = ms),
    slam,
    holdBack: (word, done) => void (waiting = { word: Buffer.from(`${word}\0`), done }),
    letPass: () => void (waiting = null),
    close() {
      server.close()
      slam()
    },
  }
}
