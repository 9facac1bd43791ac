import fs from 'node:fs'
import path from 'node:path'
import { errorFacts, log } from '~/platform/log.server'

/** How the last reload of a server ended; it is kept in DATA_DIR for reload.ts. */
export interface ReloadOutcome {
  pid: number
  /** In milliseconds; 0: none yet. */
  began: number
  problem: string | null
}

const findFile = () => path.resolve(process.env.DATA_DIR || '.data', 'reload.json')

/** A server whose DATA_DIR cannot be written serves, too. */
export function writeOutcome(outcome: ReloadOutcome): void {
  const file = findFile()
  const draft = `${file}.${process.pid}`
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    fs.writeFileSync(draft, JSON.stringify(outcome))
    fs.renameSync(draft, file)
  } catch (error) {
    log('warn', 'the end of a reload cannot be written to DATA_DIR', errorFacts(error))
  }
}

/** Null: the server of `pid` has written none. */
export function readOutcome(pid: number): ReloadOutcome | null {
  try {
    const outcome = JSON.parse(fs.readFileSync(findFile(), 'utf8')) as ReloadOutcome
    return outcome.pid === pid ? outcome : null
  } catch {
    return null
  }
}
