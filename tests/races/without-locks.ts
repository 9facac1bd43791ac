// A copy of the build without row locks, to prove that the races detect their absence.
import fs from 'node:fs'
import path from 'node:path'

/** As drizzle writes them: the lock of a wallet (raw SQL), of a business row, and of a sale's click. */
const LOCKS = [
  /\bFOR NO KEY UPDATE\b/g,
  /\.for\((["'])update\1\)/g,
  /\.for\((["'])no key update\1, \{ of: \w+ \}\)/g,
]

/** Inside .cache, where node_modules is resolved. Throws if a lock was not found. */
export function buildWithoutLocks(build = 'build'): string {
  fs.mkdirSync('.cache', { recursive: true })
  const folder = fs.mkdtempSync(path.join('.cache', 'build-without-locks-'))
  fs.cpSync(build, folder, { recursive: true })
  const file = path.join(folder, 'server/index.js')
  let code = fs.readFileSync(file, 'utf8')
  for (const lock of LOCKS) {
    if (!lock.test(code)) throw new Error(`${file} has no ${lock.source}: the test takes out nothing`)
    code = code.replace(lock, '')
  }
  fs.writeFileSync(file, code)
  return folder
}
