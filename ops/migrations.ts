import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Searches upwards, because the build may put this module into a chunk. */
export function findMigrationsFolder(): string {
  for (let at = fileURLToPath(import.meta.url); at !== path.dirname(at); at = path.dirname(at)) {
    const folder = path.join(at, '../drizzle')
    if (fs.existsSync(path.join(folder, 'meta/_journal.json'))) return folder
  }
  throw new Error('There is no folder drizzle/ beside the build')
}
