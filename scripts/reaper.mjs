// Ends what a test run has started, once the run itself is gone: after a signal that its processes could not answer, too. They
// are found by a variable that each inherits, because a process whose parent died has no other mark.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MARK = 'DEALDWAAR_TEST_RUN'

/** In memory where there is room, so what a killed run leaves there must go. */
export const DATA_FOLDERS = ['/dev/shm', os.tmpdir()]

/** How the folders of a run's servers begin: of this process's run, unless another is given. */
export const getDataFolderPrefix = (run = process.env[MARK] ?? '') => `dealdwaar-server-${run}-`

/** What this process starts afterwards belongs to its run. The reaper notices the end of the run by a pipe that closes. */
export function startReaper() {
  if (process.env[MARK]) return
  const reaper = spawn(process.execPath, [fileURLToPath(import.meta.url), randomBytes(8).toString('hex')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  process.env[MARK] = reaper.spawnargs.at(-1)
  reaper.unref()
  const pipe = /** @type {import('node:net').Socket | null} */ (reaper.stdin)
  pipe?.unref()
}

/** @param {string} run @returns {number[]} */
function listProcesses(run) {
  const mark = `${MARK}=${run}`
  if (!fs.existsSync('/proc/self/environ')) {
    const lines = spawnSync('ps', ['-Eww', '-axo', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n')
    return lines.filter((line) => line.includes(mark)).map((line) => Number.parseInt(line, 10))
  }
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && pid !== process.pid && hasMark(pid, mark))
}

/** @param {number} pid @param {string} mark */
function hasMark(pid, mark) {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)
  } catch {
    // The process belongs to another account, or has ended.
    return false
  }
}

/** @param {string} run */
async function end(run) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    for (const pid of listProcesses(run))
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended by itself.
      }
    for (let waits = 0; waits < 20 && listProcesses(run).length; waits++) await sleep(100)
  }
  for (const folder of DATA_FOLDERS.filter((folder) => fs.existsSync(folder)))
    for (const name of fs.readdirSync(folder))
      if (name.startsWith(getDataFolderPrefix(run)))
        fs.rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 })
}

const [, script, run] = process.argv
if (run && script === fileURLToPath(import.meta.url)) {
  process.stdin.resume().once('close', () => void end(run))
}
