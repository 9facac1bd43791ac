import { BrokenFeed, RowBytes, type Piece } from './items'

const NEWLINE = 10
const RETURN = 13
const QUOTE = 34

/** A damaged row costs only itself; csv-parse 7.0.3's own stream also skips the next good one. Throws BrokenFeed for an unterminated quote. */
export async function* splitCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let line = 1
  let startLine = 1
  let quoteLine = 1
  let quoted = false
  // A line ends with LF, CRLF or CR; the LF of a CRLF may come with the next chunk.
  let isAfterReturn = false
  const row = new RowBytes()
  const finish = (): Piece => {
    const piece = { line: startLine, bytes: row.take() }
    startLine = line
    return piece
  }

  for await (const part of chunks) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.length)
    let start = 0
    for (let i = 0; i < chunk.length; i++) {
      if (chunk[i] === QUOTE) {
        // An escaped quote ("") toggles twice.
        quoted = !quoted
        quoteLine = line
      } else if (isAfterReturn && chunk[i] === NEWLINE) {
        if (!quoted) start = i + 1
      } else if (chunk[i] === NEWLINE || chunk[i] === RETURN) {
        line++
        if (!quoted) {
          row.add(chunk.subarray(start, i))
          start = i + 1
          yield finish()
        }
      }
      isAfterReturn = chunk[i] === RETURN
    }
    row.add(chunk.subarray(start))
  }
  if (quoted) throw new BrokenFeed(`a quote that opens on line ${quoteLine} is never closed`)
  if (row.size) yield finish()
}
