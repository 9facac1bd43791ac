import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RefusedCommand, UsageError } from './terminal'

/** '-' is standard input. `done` returns the fraction read, from 0 to 1. Throws if the file cannot be opened. */
export function openFile(file: string): { stream: NodeJS.ReadableStream; done: () => number } {
  if (file === '-') {
    if (process.stdin.isTTY) throw new UsageError('- reads standard input, which is a terminal here')
    return { stream: process.stdin, done: () => 0 }
  }
  const facts = fs.statSync(file, { throwIfNoEntry: false })
  if (!facts) throw new RefusedCommand(`There is no file ${file}`)
  if (!facts.isFile()) throw new RefusedCommand(`${file} is not a file`)
  const stream = fs.createReadStream(file)
  return { stream, done: () => stream.bytesRead / Math.max(1, facts.size) }
}

/** Creates the file with mode 0600; throws if it exists. */
export function writeNew(file: string, content: string): void {
  try {
    fs.writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new RefusedCommand(`${file} is there already: give it another name.`)
    throw new RefusedCommand(`${file} cannot be written (${code})`)
  }
}

/** An empty file that reserves the name until it is written. */
export interface Reserved {
  name: string
  /** Writes to a temporary file and renames it. */
  write(content: string): void
  /** Deletes the file unless it was written. */
  giveUp(): void
}

/** Throws if the file exists. An interruption never leaves a part of the content. */
export function reserveNew(file: string): Reserved {
  writeNew(file, '')
  let isWritten = false
  const part = `${file}.part`
  return {
    name: file,
    write(content) {
      fs.rmSync(part, { force: true })
      fs.writeFileSync(part, content, { flag: 'wx', mode: 0o600, flush: true })
      fs.renameSync(part, file)
      isWritten = true
    },
    giveUp() {
      if (isWritten) return
      fs.rmSync(part, { force: true })
      fs.rmSync(file, { force: true })
    },
  }
}

/** Reads a small file, or standard input with '-'. */
export async function readFile(file: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of openFile(file).stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/** Copies standard input to a temporary file, which can be read several times; forget() deletes it. */
export async function keepFile(file: string): Promise<{ file: string; forget: () => void }> {
  const { stream } = openFile(file)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-feed-'))
  const forget = () => fs.rmSync(folder, { recursive: true, force: true })
  const copy = path.join(folder, 'feed')
  try {
    await pipeline(stream, fs.createWriteStream(copy, { mode: 0o600 }))
  } catch (error) {
    forget()
    throw error
  }
  return { file: copy, forget }
}
