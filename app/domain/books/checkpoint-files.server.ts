/** Copies of checkpoints in files, out of reach for an attacker who can write to the database only. */
import fs from 'node:fs'
import path from 'node:path'
import { env } from '~/platform/config/env.server'
import { errorFacts, log } from '~/platform/log.server'

export const checkpointFolder = () => path.join(path.resolve(env().DATA_DIR), 'checkpoints')

/** Writes atomically with mode 0600. A failure is only logged, because the database has the checkpoint. */
export function writeCheckpointFile(checkpoint: { id: number }): boolean {
  const file = path.join(checkpointFolder(), `${String(checkpoint.id).padStart(6, '0')}.json`)
  const part = `${file}.part`
  try {
    fs.mkdirSync(checkpointFolder(), { recursive: true, mode: 0o700 })
    fs.rmSync(part, { force: true })
    fs.writeFileSync(part, `${JSON.stringify(checkpoint, null, 2)}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    fs.renameSync(part, file)
    return true
  } catch (error) {
    log('error', 'the file of a checkpoint was not written', errorFacts(error))
    return false
  }
}

/** An unreadable file has id 0 and no hash. */
export function readCheckpointFiles(): { file: string; id: number; hash: string | null }[] {
  if (!fs.existsSync(checkpointFolder())) return []
  return fs
    .readdirSync(checkpointFolder())
    .filter((name) => /^\d{6,}\.json$/.test(name))
    .sort()
    .map((name) => ({
      file: name,
      ...readOne(path.join(checkpointFolder(), name)),
    }))
}

function readOne(file: string): { id: number; hash: string | null } {
  try {
    const { id, hash } = JSON.parse(fs.readFileSync(file, 'utf8')) as { id?: unknown; hash?: unknown }
    if (typeof id === 'number' && typeof hash === 'string') return { id, hash }
  } catch {
    // An unreadable file counts as a file without a known checkpoint.
  }
  return { id: 0, hash: null }
}
