import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { makePushKeys, type PushKeys } from '~/platform/config/push-keys'

type Keys = Record<'SESSION_SECRET' | 'DATA_KEY', string>

const makeKeys = (): Keys => ({
  SESSION_SECRET: randomBytes(32).toString('base64url'),
  DATA_KEY: randomBytes(32).toString('hex'),
})

export const readKeys = (dataDir: string): Keys & PushKeys => ({
  ...readFile(path.resolve(dataDir, 'keys.json'), makeKeys),
  ...readFile(path.resolve(dataDir, 'push-keys.json'), makePushKeys),
})

/** linkSync lets concurrent first starts agree on one file. */
function readFile<Content>(file: string, make: () => Content): Content {
  if (!fs.existsSync(file)) {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}`
    fs.writeFileSync(draft, JSON.stringify(make(), null, 2), { mode: 0o600 })
    try {
      fs.linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    fs.rmSync(draft)
  }
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Content
}
