import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

type Keys = Record<'SESSION_SECRET' | 'DATA_KEY', string>

/** linkSync makes two concurrent first starts agree on the same file. */
export function readKeys(dataDir: string): Keys {
  const file = path.resolve(dataDir, 'keys.json')
  if (!fs.existsSync(file)) {
    const keys: Keys = {
      SESSION_SECRET: randomBytes(32).toString('base64url'),
      DATA_KEY: randomBytes(32).toString('hex'),
    }
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}`
    fs.writeFileSync(draft, JSON.stringify(keys, null, 2), { mode: 0o600 })
    try {
      fs.linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    fs.rmSync(draft)
  }
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Keys
}
