/** Files that commands read as they stream. */
import fs from 'node:fs'
import { RefusedCommand, UsageError } from './terminal'

/** The bytes, and how much of them is read, from 0 to 1; - is what is piped in. Throws for a file that is none. */
export function openFile(file: string): { stream: NodeJS.ReadableStream; done: () => number } {
  if (file === '-') {
    if (process.stdin.isTTY) throw new UsageError('- reads what is piped in, and nothing is')
    return { stream: process.stdin, done: () => 0 }
  }
  const facts = fs.statSync(file, { throwIfNoEntry: false })
  if (!facts) throw new RefusedCommand(`There is no file ${file}`)
  if (!facts.isFile()) throw new RefusedCommand(`${file} is not a file`)
  const stream = fs.createReadStream(file)
  return { stream, done: () => stream.bytesRead / Math.max(1, facts.size) }
}
