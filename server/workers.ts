import cluster, { type Address, type Worker } from 'node:cluster'
import { log } from '~/platform/log.server'
import { createCollector } from './metrics/collect'
import type { StoppableServer } from './serve'

export const FIRST_WORKER = 'DEALDWAAR_FIRST_WORKER'
export const DESK_WORKER = 'DEALDWAAR_DESK_WORKER'

/** Messages to workers. STOP acts like SIGTERM, RETIRE ends after the last connection, DRAIN makes /readyz 503. */
export const STOP = 'stop'
export const RETIRE = 'retire'
export const DRAIN = 'drain'

const GRACE_MS = 20_000
/** Pause before a worker is replaced; a worker that lived for LONG_MS resets it. */
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
const LONG_MS = 10_000

/** `hasDesk`: one worker more. Resolves when the first listens; rejects if it ends, after it printed why. */
export async function startWorkers(file: string, count: number, hasDesk: boolean): Promise<StoppableServer> {
  cluster.setupPrimary({ exec: file, args: [] })
  const kinds = Array.from({ length: count }, (_, place) => ({ [FIRST_WORKER]: place === 0 ? '1' : '0' }))
  const desk = { [FIRST_WORKER]: '0', [DESK_WORKER]: '1' }
  const pool = new WorkerPool(hasDesk ? [...kinds, desk] : kinds)
  const port = await pool.open()
  return {
    port,
    drain: () => pool.drain(),
    restart: () => pool.restart(),
    stop: () => pool.stop(),
    readMetrics: () => pool.metrics.read(),
  }
}

class WorkerPool {
  private readonly workers: (Worker | undefined)[]
  private readonly retired = new WeakSet<Worker>()
  private readonly listening = new WeakSet<Worker>()
  private readonly timers = new Set<NodeJS.Timeout>()
  readonly metrics = createCollector(() => this.alive())
  private stopping = false

  constructor(private readonly variables: Record<string, string>[]) {
    this.workers = variables.map(() => undefined)
  }

  async open(): Promise<number> {
    const first = this.start(0)
    const port = await first.port
    this.workers[0] = first.worker
    for (let place = 1; place < this.workers.length; place++) this.workers[place] = this.start(place).worker
    return port
  }

  private start(place: number, pause = SHORTEST_PAUSE_MS): { worker: Worker; port: Promise<number> } {
    const worker = cluster.fork(this.variables[place])
    this.metrics.watch(worker)
    const started = performance.now()
    const port = new Promise<number>((resolve, reject) => {
      worker.once('listening', (address: Address) => {
        this.listening.add(worker)
        log('info', 'worker listening', { pid: worker.process.pid })
        resolve(address.port)
      })
      worker.once('exit', () => reject(new Error('A worker did not start.')))
    })
    port.catch(() => {})
    worker.once('exit', (code, signal) => {
      if (this.stopping || this.retired.has(worker) || this.workers[place] !== worker) return
      log('error', 'worker died', { pid: worker.process.pid, code, signal })
      const lived = performance.now() - started > LONG_MS
      this.replace(place, worker, lived ? SHORTEST_PAUSE_MS : pause)
    })
    return { worker, port }
  }

  private replace(place: number, dead: Worker, pause: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      if (this.stopping || this.workers[place] !== dead) return
      this.workers[place] = this.start(place, Math.min(pause * 2, LONGEST_PAUSE_MS)).worker
    }, pause)
    this.timers.add(timer)
  }

  private async retire(worker: Worker, message: typeof STOP | typeof RETIRE): Promise<void> {
    this.retired.add(worker)
    if (worker.isDead()) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const timer = setTimeout(() => {
      log('warn', 'worker killed', { pid: worker.process.pid })
      worker.process.kill('SIGKILL')
    }, GRACE_MS)
    if (this.listening.has(worker) && worker.isConnected()) worker.send(message)
    else worker.process.kill('SIGKILL')
    await ended
    clearTimeout(timer)
  }

  async restart(): Promise<void> {
    if (this.stopping) return
    for (const place of this.workers.keys()) {
      const next = this.start(place)
      await next.port
      // The first worker may have been replaced meanwhile.
      const present = this.workers[place]
      this.workers[place] = next.worker
      if (present) await this.retire(present, RETIRE)
    }
    log('info', 'workers restarted', { workers: this.workers.length })
  }

  drain(): void {
    this.stopping = true
    for (const timer of this.timers) clearTimeout(timer)
    for (const worker of this.alive()) if (worker.isConnected()) worker.send(DRAIN)
  }

  async stop(): Promise<void> {
    this.drain()
    await Promise.all(this.alive().map((worker) => this.retire(worker, STOP)))
  }

  private alive(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  }
}
