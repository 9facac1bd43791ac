/** Poll interval, and longest backoff between restarts, in ms. */
const LOOK = 500
const LONGEST_PAUSE = 30_000

export type DatabaseEvent = 'died' | 'started again' | 'does not start'

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

export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
