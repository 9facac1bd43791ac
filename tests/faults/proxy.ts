/** A door between an application and PostgreSQL: it can be slammed, and it sees when a transaction was committed. */
import { once } from 'node:events'
import net from 'node:net'

export interface Door {
  port: number
  /** Ends every connection at once, without a word. */
  slam(): void
  /**
   * Calls `done` the next time that PostgreSQL says one of its words ('COMMIT', 'INSERT 0 1') through this door; what it
   * says is held back for ever: it was done, and nobody has heard of it.
   */
  holdBack(word: string, done: () => void): void
  /** Hears nothing any more. */
  letPass(): void
  close(): void
}

/** Opens a door to the port that `target` gives at the time. */
export async function openDoor(target: () => number): Promise<Door> {
  const open = new Set<net.Socket>()
  let waiting: { word: Buffer; done: () => void } | null = null

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
      } else near.write(part)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const slam = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    slam,
    holdBack: (word, done) => void (waiting = { word: Buffer.from(`${word}\0`), done }),
    letPass: () => void (waiting = null),
    close() {
      server.close()
      slam()
    },
  }
}
