import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { InputFile } from '~/desk/fields'
import type { OutputFile } from '~/desk/operation'
import { decodeInput } from '~/desk/read-input'
import { RefusalError } from '~/desk/refusal'
import { UsageError } from './terminal'

/** `done` returns the part that was read, from 0 to 1. Throws if the file cannot be opened. */
function openFile(file: string): { stream: NodeJS.ReadableStream; done: () => number } {
  if (file === '-') {
    if (process.stdin.isTTY) throw new UsageError('- reads standard input, which is a terminal here')
    return { stream: process.stdin, done: () => 0 }
  }
  const facts = fs.statSync(file, { throwIfNoEntry: false })
  if (!facts) throw new RefusalError(`There is no file ${file}`)
  if (!facts.isFile()) throw new RefusalError(`${file} is not a file`)
  const stream = fs.createReadStream(file)
  return { stream, done: () => stream.bytesRead / Math.max(1, facts.size) }
}

/** `verb` is a word of the message, such as 'written'. Throws RefusalError if the name is taken. */
function makeNew(name: string, verb: string, make: () => void): void {
  try {
    make()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new RefusalError(`${name} is there already: give it another name.`)
    throw new RefusalError(`${name} cannot be ${verb} (${code})`)
  }
}

/** The file gets mode 0600. Throws if it exists. */
const writeNew = (file: string, content: string | Uint8Array): void =>
  makeNew(file, 'written', () => fs.writeFileSync(file, content, { flag: 'wx', mode: 0o600 }))

/** An empty file or folder, which reserves the name until it is written. */
export interface OutputTarget {
  name: string
  write(files: readonly OutputFile[]): void
  giveUp(): void
}

/** Throws if the file exists. Writes a temporary file and renames it, so that no partial file remains. */
export function reserveNew(file: string): OutputTarget {
  writeNew(file, '')
  let isWritten = false
  const part = `${file}.part`
  return {
    name: file,
    write(files) {
      const form = files.find(({ name }) => path.extname(name) === path.extname(file)) ?? files[0]!
      fs.rmSync(part, { force: true })
      fs.writeFileSync(part, form.content, { flag: 'wx', mode: 0o600, flush: true })
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

/** Throws if the folder exists. */
export function reserveFolder(folder: string): OutputTarget {
  makeNew(folder, 'made', () => fs.mkdirSync(folder, { mode: 0o700 }))
  let isWritten = false
  return {
    name: folder,
    write(files) {
      for (const { name, content } of files) writeNew(path.join(folder, name), content)
      isWritten = true
    },
    giveUp() {
      if (!isWritten) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** '-' is standard input, which can be opened only once. */
export function openInput(file: string): InputFile {
  let done = () => 0
  const open = () => {
    const opened = openFile(file)
    done = opened.done
    return opened.stream as Readable
  }
  const read = async () => {
    const parts: Buffer[] = []
    for await (const part of open()) parts.push(Buffer.from(part as Buffer))
    return decodeInput(Buffer.concat(parts))
  }
  // Read once, because preview and change must see the same text.
  let whole: Promise<string> | undefined
  const text = () => (whole ??= read())
  return { name: file === '-' ? '-' : path.basename(file), open, text, done: () => done() }
}
