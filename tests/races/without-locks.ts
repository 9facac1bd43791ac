/** A copy of the build with every row lock taken out of its SQL: what the races must be able to tell from the real one. */
import fs from 'node:fs'
import path from 'node:path'

/** The lock of a wallet, in words, that of a business row, and that of a sale's click, as drizzle writes them. */
const LOCKS = [
  /\bFOR NO KEY UPDATE\b/g,
  /\.for\((["'])update\1\)/g,
  /\.for\((["'])no key update\1, \{ of: \w+ \}\)/g,
]

/** Makes the copy below .cache, where node_modules is found, and gives its folder; throws when a lock was not found. */
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
