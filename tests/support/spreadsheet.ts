/** What a spreadsheet does with files; none is run here. */
import zlib from 'node:zlib'

/** As it opens and saves a cell of a CSV file: 15 digits of a number, an exponent from 12 digits on. */
export function reopenCell(cell: string): string {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(cell)) return cell
  const value = Number(cell)
  return Math.abs(value) < 1e11 ? String(value) : value.toExponential(5).toUpperCase()
}

/** The same with a column that is wide enough, or formatted as a number. */
export function widenCell(cell: string): string {
  if (!/^\d+$/.test(cell)) return cell
  const digits = cell.replace(/^0+(?=.)/, '')
  return digits.slice(0, 15).padEnd(digits.length, '0')
}

const CENTRAL_ENTRY = 0x02014b50
const END = 0x06054b50

function readZip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from(Uint32Array.of(END).buffer))
  for (let at = bytes.readUInt32LE(end + 16); bytes.readUInt32LE(at) === CENTRAL_ENTRY;) {
    const [packed, name, extra, comment, local] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + packed)
    const isPacked = bytes.readUInt16LE(at + 10) !== 0
    files.set(
      bytes.toString('utf8', at + 46, at + 46 + name),
      (isPacked ? zlib.inflateRawSync(content) : content).toString('utf8'),
    )
    at += 46 + name + extra + comment
  }
  return files
}

export interface WorkbookCell {
  isText: boolean
  value: string
}

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The rows of an .xlsx file's first sheet. A text is a shared string, of which a spreadsheet makes no number. */
export function readWorkbook(bytes: Buffer): WorkbookCell[][] {
  const files = readZip(bytes)
  const shared = [...files.get('xl/sharedStrings.xml')!.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) =>
    unescapeXml(text!),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml')!
  return [...sheet.matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/g)].map(([, cells = '']) =>
    [...cells.matchAll(/<c r="[A-Z]+\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/g)].map(([, facts, content = '']) => {
      const isText = /t="s"/.test(facts!)
      const value = /<v>(.*?)<\/v>/.exec(content)?.[1] ?? ''
      return { isText, value: isText ? shared[Number(value)]! : value }
    }),
  )
}
