import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-ops-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Creates a file, or replaces it, and returns its path. */
export function file(name: string, content: string): string {
  const place = path.join(folder, name)
  fs.writeFileSync(place, content)
  return place
}
