/** Looks after the embedded PostgreSQL: one that died is started again. */

/** How often a server is looked at, and the longest pause between two starts, in ms. */
const LOOK = 500
const LONGEST_PAUSE = 30_000

export type DatabaseEvent = 'died' | 'started again' | 'does not start'

/** Looks after the server whose process id is in a file: one that is gone is started again, at once and then with growing pauses. */
export function watch(
  pidOf: () => number,
  tell: (event: DatabaseEvent) => void,
  restart: () => Promise<boolean>,
): { end(): void } {
  let isOver = false
  let timer: NodeJS.Timeout
  const after = (ms: number, work: () => Promise<void>) => {
    timer = setTimeout(() => void work(), ms)
    timer.unref()
  }
  const look = async () => {
    if (isRunning(pidOf())) return after(LOOK, look)
    tell('died')
    await raise(LOOK)
  }
  const raise = async (pause: number): Promise<void> => {
    if (isOver) return
    const isUp = await restart()
    if (isOver) return
    tell(isUp ? 'started again' : 'does not start')
    if (isUp) after(LOOK, look)
    else after(pause, () => raise(Math.min(pause * 2, LONGEST_PAUSE)))
  }
  after(LOOK, look)
  return {
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** Whether there is such a process. */
export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
