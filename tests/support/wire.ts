import net from 'node:net'

/** Proxy to the host and port of `target`; `open` listens on a port, `cut` closes it and all connections. */
export function newWire(target: URL) {
  const sockets = new Set<net.Socket>()
  const wire = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  return {
    open: (port: number) => new Promise<void>((resolve) => wire.listen(port, '127.0.0.1', resolve)),
    cut: () =>
      new Promise<void>((resolve) => {
        wire.close(() => resolve())
        for (const socket of sockets) socket.destroy()
        sockets.clear()
      }),
  }
}
