import fs from 'node:fs'
import { parseEnvFile } from '~/platform/config/env-file'

/** Throws an Error that names the file and the invalid lines. */
export function readEnvFile(file: string): Map<string, string> {
  const read = parseEnvFile(readText(file))
  if (!read.ok) throw new Error(`${file} cannot be used:\n  ${read.problems.join('\n  ')}`)
  return read.values
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const hint = code === 'EACCES' ? ': are you in the group that may read it?' : ''
    throw new Error(`${file} cannot be read (${code})${hint}`, { cause: error })
  }
}
