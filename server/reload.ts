/** `node build/node/reload.js PID`, systemd's ExecReload: sends SIGUSR2 and ends as the reload does, with 1 and the reason if it failed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readFirstEnvFile } from '../environment/reread'
import { readOutcome } from './reload-outcome'

const pid = Number(process.argv[2])
const RESTART = 'systemctl restart dealdwaar'
/** Below TimeoutStartSec of the unit. Migrations take the longest. */
const LIMIT_MS = 14 * 60_000

function isRunning(): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** It may set DATA_DIR. The server says what is wrong with it. */
function readVariables(): void {
  try {
    readFirstEnvFile()
  } catch {}
}

async function reload(): Promise<string | null> {
  if (!(pid > 0) || !isRunning()) return `No server runs as process ${process.argv[2]}: ${RESTART}`
  if (!readOutcome(pid))
    return `The server has not started yet, cannot write to DATA_DIR, or is of a release that does not say how a reload ends. The journal has more; otherwise ${RESTART}`
  const since = Date.now()
  process.kill(pid, 'SIGUSR2')
  while (isRunning()) {
    if (Date.now() - since > LIMIT_MS) return 'The server has not said how it ended: the journal has more'
    const outcome = readOutcome(pid)
    if (outcome && outcome.began >= since) return outcome.problem
    await sleep(100)
  }
  return `The server ended meanwhile: ${RESTART}`
}

readVariables()
const problem = await reload()
if (problem !== null) {
  process.stderr.write(`The reload failed: ${problem}\n`)
  process.exitCode = 1
}
