/** Unlike a document parser, it survives a damaged row, knows line numbers and holds one row in memory. */
import { BrokenFeed, RowBytes, type Piece } from './items'

export const NO_ROWS = 'the file holds neither a list of rows nor an object with a list ‘data’'

const NEWLINE = 10
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const isSpace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13)
const isOpening = (byte: number) => byte === OPEN_OBJECT || byte === OPEN_ARRAY
const isClosing = (byte: number) => byte === CLOSE_OBJECT || byte === CLOSE_ARRAY

/** Accepts an array, or an object with the array `data`; throws BrokenFeed for anything else. */
export async function* splitJson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  const cutter = new Cutter()
  for await (const chunk of chunks)
    yield* cutter.take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  cutter.end()
}

class Cutter {
  private line = 1
  private depth = 0
  private inString = false
  private escaped = false
  private place: 'before' | 'between' | 'inside' | 'after' = 'before'
  private key = ''
  private afterColon = false
  private wrapped = false
  private startLine = 0
  private readonly row = new RowBytes()
  private count = 0

  end(): void {
    if (this.place === 'inside')
      throw new BrokenFeed(
        `the file ends inside row ${this.count + 1}, which begins on line ${this.startLine}`,
      )
    if (this.place === 'between')
      throw new BrokenFeed(`the file ends on line ${this.line}, before its list of rows does`)
    if (this.place === 'before') throw new BrokenFeed(NO_ROWS)
    if (this.wrapped && this.depth > 0)
      throw new BrokenFeed(`the file ends on line ${this.line}, after its rows, before its last bracket`)
  }

  *take(chunk: Buffer): Generator<Piece> {
    let start = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (byte === NEWLINE) this.line++
      if (this.place === 'inside') {
        const ended = this.readInside(byte)
        if (ended) {
          this.row.add(chunk.subarray(start, i))
          yield this.finish(byte)
        }
      } else if (this.place === 'between') {
        if (byte === CLOSE_ARRAY) this.place = 'after'
        else if (byte !== COMMA && !isSpace(byte)) {
          this.begin(byte)
          start = i
        }
      } else this.readAround(byte)
    }
    if (this.place === 'inside') this.row.add(chunk.subarray(start))
  }

  private readInside(byte: number): boolean {
    if (this.inString) this.readString(byte)
    else if (byte === QUOTE) this.inString = true
    else if (isOpening(byte)) this.depth++
    else if (this.depth > 0) {
      if (isClosing(byte)) this.depth--
    } else return byte === COMMA || byte === CLOSE_ARRAY
    return false
  }

  private readString(byte: number): void {
    if (this.escaped) this.escaped = false
    else if (byte === BACKSLASH) this.escaped = true
    else if (byte === QUOTE) this.inString = false
  }

  private readAround(byte: number): void {
    if (this.inString) {
      this.readString(byte)
      if (this.inString && this.depth === 1 && !this.afterColon && this.key.length < 8)
        this.key += String.fromCharCode(byte)
    } else if (this.place === 'after' && this.depth === 0) {
      if (!isSpace(byte)) throw new BrokenFeed(`line ${this.line}: something follows the end of the feed`)
    } else if (byte === QUOTE) {
      this.inString = true
      if (this.depth === 1 && !this.afterColon) this.key = ''
    } else if (byte === OPEN_ARRAY && this.place === 'before' && this.startsRows()) {
      this.place = 'between'
      this.wrapped = this.depth === 1
    } else if (isOpening(byte)) this.depth++
    else if (isClosing(byte)) this.depth--
    else if (this.depth === 1) this.afterColon = byte === COLON || (this.afterColon && byte !== COMMA)
  }

  private startsRows(): boolean {
    return this.depth === 0 || (this.depth === 1 && this.afterColon && this.key === 'data')
  }

  private begin(byte: number): void {
    this.place = 'inside'
    this.startLine = this.line
    this.depth = 0
    this.readInside(byte)
  }

  private finish(byte: number): Piece {
    this.count++
    this.depth = this.wrapped ? 1 : 0
    this.place = byte === CLOSE_ARRAY ? 'after' : 'between'
    return { line: this.startLine, bytes: this.row.take() }
  }
}
