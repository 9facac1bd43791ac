import { Readable } from 'node:stream'
import { BadFile, decodeText } from '~/platform/formats/text-file'
import type { TypedInput } from './command-text'
import type { InputFile } from './fields'
import type { Operation } from './operation'
import { RefusalError } from './refusal'

/** Throws RefusalError for a file that is no text, or whose encoding its mark does not say. */
export function decodeInput(content: Buffer): string {
  try {
    return decodeText(content)
  } catch (error) {
    if (error instanceof BadFile) throw new RefusalError(error.message, 'file')
    throw error
  }
}

export const toInputFile = (name: string, content: Buffer): InputFile => ({
  name,
  open: () => Readable.from(content.length ? [content] : []),
  text: async () => decodeInput(content),
  done: () => 1,
})

/** Files by field, as forms and jobs keep them: in base64. */
export type StoredFiles = Record<string, { name: string; content: string }>

export const openFiles = (files: StoredFiles): Record<string, InputFile> =>
  Object.fromEntries(
    Object.entries(files).map(([field, { name, content }]) => [
      field,
      toInputFile(name, Buffer.from(content, 'base64')),
    ]),
  )

/** What was typed, read again by the fields of the operation. Throws RefusalError with the field. */
export function readInput(operation: Operation, typed: TypedInput, files: Record<string, InputFile>): never {
  const read = operation.input.safeParse({ ...typed, ...files })
  if (read.success) return read.data as never
  const [issue] = read.error.issues
  throw new RefusalError(issue!.message, String(issue!.path[0] ?? ''))
}
