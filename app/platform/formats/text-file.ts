/** The only decoder of files that people give: UTF-8 with or without a mark, and UTF-16 with one. */

/** The message is for the operator who gave the file. */
export class BadFile extends Error {}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** By the byte order mark; without one it is UTF-8. */
export function findTextEncoding(start: Uint8Array): Encoding {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The first bytes of .xlsx and .xls, in hexadecimal. */
const WORKBOOKS = ['504b0304', 'd0cf11e0']

/** Without the mark. Throws BadFile. */
export function decodeText(bytes: Uint8Array): string {
  if (WORKBOOKS.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex')))
    throw new BadFile('The file is a workbook or an archive: save it as CSV UTF-8.')
  const encoding = findTextEncoding(bytes)
  return requireWhole(new TextDecoder(encoding).decode(bytes), encoding === 'utf-8' ? 'UTF-8' : 'UTF-16')
}

/** Throws BadFile with the line of a character that was lost, here or earlier. */
export function requireWhole(text: string, encoding = 'UTF-8'): string {
  const at = text.search(/[\0\ufffd]/)
  if (at < 0) return text
  const line = text.slice(0, at).split(/\r\n?|\n/).length
  throw new BadFile(
    `The file is not ${encoding}: line ${line} has a damaged character. Save it as UTF-8 (a table as CSV UTF-8).`,
  )
}
