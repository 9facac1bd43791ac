// What a test run has started ends with it, however it ends.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'

/** Starts a process in a new group that ignores SIGTERM, prints its number and a folder of data, and waits. */
const RUN = `
  import { spawn } from 'node:child_process'
  import fs from 'node:fs'
  import { DATA_FOLDERS, getDataFolderPrefix, startReaper } from './scripts/reaper.mjs'
  startReaper()
  const folder = fs.mkdtempSync(DATA_FOLDERS[1] + '/' + getDataFolderPrefix())
  const left = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")'],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  left.stdout.once('data', () => console.log(left.pid, folder))
  setInterval(() => {}, 1000)`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a process and data that a run left behind at %s are removed',
  async (signal) => {
    const { DEALDWAAR_TEST_RUN: _, ...env } = process.env
    const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [pid, folder] = await new Promise<string[]>((resolve) =>
      run.stdout.once('data', (text: Buffer) => resolve(text.toString().trim().split(' '))),
    )
    const left = Number(pid)
    expect([isRunning(left), fs.existsSync(folder!)]).toEqual([true, true])
    run.kill(signal)
    await expect.poll(() => [isRunning(left), fs.existsSync(folder!)]).toEqual([false, false])
  },
)
