/** Operations as they are typed on the command line, from the same input as a form of the desk (desk-forms.ts). */
import fs from 'node:fs'
import path from 'node:path'
import { listFields, toFlag } from '~/desk/command-text'
import type { Operation } from '~/desk/operation'

export type Input = Record<string, string | string[]>

export interface Given {
  input: Input
  /** By field. */
  files?: Record<string, { name: string; content: string }>
}

/** Its words, places first, as the definition orders them; the files are written into `folder`. */
export function writeWords(operation: Operation, { input, files = {} }: Given, folder: string): string[] {
  const typed: Input = { ...input }
  for (const [field, { name, content }] of Object.entries(files)) {
    typed[field] = path.join(folder, name)
    fs.writeFileSync(path.join(folder, name), content)
  }
  const fields = listFields(operation).filter(([name]) => typed[name] !== undefined)
  const places = fields.filter(([, { place }]) => place === 'argument')
  const flags = fields.filter(([, { place }]) => place !== 'argument')
  return [
    ...operation.name.split(' '),
    ...places.flatMap(([name]) => typed[name]!),
    ...flags.flatMap(([name, { kind }]) =>
      kind === 'yes' ? [toFlag(name)] : [typed[name]!].flat().flatMap((value) => [toFlag(name), value]),
    ),
  ]
}
