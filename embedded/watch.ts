const LOOK_EVERY_MS = 500
const LONGEST_PAUSE_MS = 30_000

export type DatabaseEvent = 'died' | 'started again' | 'does not start'

export function watch(
  readPid: () => number,
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
    if (isRunning(readPid())) return after(LOOK_EVERY_MS, look)
    tell('died')
    await raise(LOOK_EVERY_MS)
  }
  const raise = async (pause: number): Promise<void> => {
    if (isOver) return
    const isUp = await restart()
    if (isOver) return
    tell(isUp ? 'started again' : 'does not start')
    if (isUp) after(LOOK_EVERY_MS, look)
    else after(pause, () => raise(Math.min(pause * 2, LONGEST_PAUSE_MS)))
  }
  after(LOOK_EVERY_MS, look)
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
