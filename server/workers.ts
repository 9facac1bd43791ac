/** The processes of WEB_CONCURRENCY, by node:cluster. They share the port; this process only starts and replaces them. */
import cluster, { type Address, type Worker } from 'node:cluster'
import { log } from '~/runtime/log.server'
import type { Running } from './serve'

/** In the environment of a worker: '1' in the one that runs the background jobs, else '0'. */
export const FIRST_WORKER = 'DEALDWAAR_FIRST_WORKER'

/** Sent to a worker, which then ends like a server that gets SIGTERM. */
export const STOP = 'stop'

/** In ms. Longer than server/http.ts gives running requests. */
const GRACE = 15_000
/** In ms: pauses before a worker that died is replaced. One that lived for LONG begins with the shortest again. */
const SHORTEST_PAUSE = 250
const LONGEST_PAUSE = 30_000
const LONG = 10_000

/** Resolves when the first worker listens. Rejects if it ends before; the worker has then printed the reason. */
export async function startWorkers(file: string, count: number): Promise<Running> {
  const workers: (Worker | undefined)[] = Array.from({ length: count })
  const retired = new WeakSet<Worker>()
  const listening = new WeakSet<Worker>()
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false
  let restarting = false

  /** Resolves with the port; rejects if the worker ends before it listens. */
  function start(place: number, pause = SHORTEST_PAUSE): { worker: Worker; port: Promise<number> } {
    const worker = cluster.fork({ [FIRST_WORKER]: place === 0 ? '1' : '0' })
    const started = performance.now()
    const port = new Promise<number>((resolve, reject) => {
      worker.once('listening', (address: Address) => {
        listening.add(worker)
        log('info', 'worker listening', { pid: worker.process.pid })
        resolve(address.port)
      })
      worker.once('exit', () => reject(new Error('A worker did not start.')))
    })
    port.catch(() => {})
    worker.once('exit', (code, signal) => {
      if (stopping || retired.has(worker) || workers[place] !== worker) return
      log('error', 'worker died', { pid: worker.process.pid, code, signal })
      const lived = performance.now() - started > LONG
      replace(place, worker, lived ? SHORTEST_PAUSE : pause)
    })
    return { worker, port }
  }

  /** Unless a restart has put another worker into its place meanwhile. */
  function replace(place: number, dead: Worker, pause: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (stopping || workers[place] !== dead) return
      workers[place] = start(place, Math.min(pause * 2, LONGEST_PAUSE)).worker
    }, pause)
    timers.add(timer)
  }

  async function retire(worker: Worker): Promise<void> {
    retired.add(worker)
    if (worker.isDead()) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const timer = setTimeout(() => {
      log('warn', 'worker killed', { pid: worker.process.pid })
      worker.process.kill('SIGKILL')
    }, GRACE)
    // One that does not listen yet would miss the message, and has nothing to finish.
    if (listening.has(worker) && worker.isConnected()) worker.send(STOP)
    else worker.process.kill('SIGKILL')
    await ended
    clearTimeout(timer)
  }

  cluster.setupPrimary({ exec: file, args: [] })
  const first = start(0)
  const port = await first.port
  workers[0] = first.worker
  for (let place = 1; place < count; place++) workers[place] = start(place).worker

  return {
    port,
    async restart() {
      if (restarting || stopping) return
      restarting = true
      try {
        for (const place of workers.keys()) {
          const next = start(place)
          await next.port
          // Not the one of before: that may have died and been replaced meanwhile.
          const present = workers[place]
          workers[place] = next.worker
          if (present) await retire(present)
        }
        log('info', 'workers restarted', { workers: count })
      } finally {
        restarting = false
      }
    },
    async stop() {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(alive.map(retire))
    },
  }
}
