import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:cluster'
import { mergeRegistries, type Snapshot } from '../../environment/metrics/metrics'

const MEASURE = 'measure'

/** A process that does not answer in this time is shown with its previous values. */
const TIMEOUT_MS = 1000

export function answerMeasures(read: () => Promise<Snapshot>): void {
  process.on('message', (message) => {
    if (message === MEASURE) void read().then((measured) => process.connected && process.send?.({ measured }))
  })
}

/** Keeps the counts of ended processes, so that no counter falls. */
export function createCollector(workers: () => Worker[]) {
  const last = new Map<number, Snapshot>()
  const waiting = new Map<number, () => void>()
  let ended: Snapshot = []

  return {
    watch(worker: Worker): void {
      worker.on('message', (message: { measured?: Snapshot }) => {
        if (!message.measured) return
        last.set(worker.id, message.measured)
        waiting.get(worker.id)?.()
      })
      worker.once('exit', () => {
        waiting.get(worker.id)?.()
        const snapshot = last.get(worker.id)
        last.delete(worker.id)
        if (snapshot) ended = mergeSnapshots([ended, snapshot.filter(isCumulative)])
      })
    },
    async read(): Promise<Snapshot> {
      const connected = workers().filter((worker) => worker.isConnected())
      const answers = connected.map((worker) => {
        const answer = new Promise<void>((resolve) => waiting.set(worker.id, resolve))
        worker.send(MEASURE)
        return answer
      })
      await Promise.race([Promise.all(answers), sleep(TIMEOUT_MS, undefined, { ref: false })])
      return mergeSnapshots([ended, ...last.values()])
    },
  }
}

const isCumulative = ({ type }: Snapshot[number]) => type !== 'gauge'

const mergeSnapshots = (snapshots: Snapshot[]): Snapshot =>
  mergeRegistries(snapshots)
    .getMetricsAsArray()
    .map((metric) => (metric as unknown as { get(): Snapshot[number] }).get())
