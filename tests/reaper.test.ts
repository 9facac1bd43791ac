// What a test run has started ends with it, however it ends.
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

/** Starts a process in a new group that ignores SIGTERM, says its number, and waits. */
const RUN = `
  import { spawn } from 'node:child_process'
  import { startReaper } from './scripts/reaper.mjs'
  startReaper()
  const left = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")'],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  left.stdout.once('data', () => console.log(left.pid))
  setInterval(() => {}, 1000)`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a process that a run left behind at %s is ended',
  async (signal) => {
    const { DEALDWAAR_TEST_RUN: _, ...env } = process.env
    const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const left = await new Promise<number>((resolve) =>
      run.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    )
    expect(isRunning(left)).toBe(true)
    run.kill(signal)
    await expect.poll(() => isRunning(left)).toBe(false)
  },
)
