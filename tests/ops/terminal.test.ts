import { afterEach, describe, expect, test, vi } from 'vitest'
import { escapeText } from '~/platform/formats/characters'
import { lines, table, text } from '../../ops/safe-text'
import {
  commanderOutput,
  print,
  printCsv,
  printError,
  printFailure,
  printJson,
  printJsonPart,
} from '../../ops/terminal'

const HOSTILE = 'a\u001b[2A\u001b]52;c;x\u0007\u009b\u007f\u202e\u200d\u2028\u{e0041}\ud83d\r\n\tb'
const ESCAPED = String.raw`a\u{1b}[2A\u{1b}]52;c;x\u{7}\u{9b}\u{7f}\u{202e}\u{200d}\u{2028}\u{e0041}\u{d83d}\r\n\tb`

function captureOutput(run: () => void): string {
  let all = ''
  const keep = (part: unknown) => ((all += String(part)), true)
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
  ]
  run()
  for (const spy of spies) spy.mockRestore()
  return all
}
afterEach(() => void vi.restoreAllMocks())

describe('a printed value', () => {
  test('is escaped in any script; letters, marks, emoji and backslashes stay', () => {
    expect(escapeText(HOSTILE)).toBe(ESCAPED)
    expect(escapeText('नीर् ரவி Söhne 😀 \\n ₹5')).toBe('नीर् ரவி Söhne 😀 \\n ₹5')
  })
  test('is escaped inside a text template, whose own line breaks stay', () => {
    expect(text`one\n${HOSTILE}\ntwo ${1} ${2n}`.toString()).toBe(`one\n${ESCAPED}\ntwo 1 2`)
  })
  test('is escaped once, however often the text is nested', () => {
    expect(text`<${text`${HOSTILE}`}>`.toString()).toBe(`<${ESCAPED}>`)
    expect(lines([HOSTILE, text`${'\n'}`]).toString()).toBe(`${ESCAPED}\n\\n`)
  })
  test('widens its table column by its escaped length', () => {
    const shown = table(
      ['\u001b', 'bb'],
      [
        { head: 'A', cell: (row) => row },
        { head: 'B', cell: () => '\n' },
      ],
    )
    expect(shown.toString()).toBe('A       B\n\\u{1b}  \\n\nbb      \\n')
  })
})

describe('output is escaped', () => {
  test('by print, printError, and printFailure with its cause', () => {
    expect(captureOutput(() => print`${HOSTILE}`)).toBe(`${ESCAPED}\n`)
    expect(captureOutput(() => printError(HOSTILE))).toBe(`${ESCAPED}\n`)
    const error = new Error('first\nPay Rs. 1 to:\u001b', { cause: 'why\u202e' })
    const failure = captureOutput(() => printFailure(error)).split('\n')
    expect(failure.slice(0, 2)).toEqual(['Error: first', String.raw`    Pay Rs. 1 to:\u{1b}`])
    expect(failure.slice(2, -2).every((line) => /^ {4}at /.test(line))).toBe(true)
  })
  test('by printJson, which parses to the same value', () => {
    const json = captureOutput(() => printJson({ [HOSTILE]: HOSTILE }))
    expect(json).toMatch(/^[\n -~]*$/)
    expect(JSON.parse(json)).toEqual({ [HOSTILE]: HOSTILE })
    expect(captureOutput(() => printJsonPart('{"a":"\u009b",\n"b":1}'))).toBe('{"a":"\\u009b",\n"b":1}')
  })
  test('by printCsv, whose line breaks stay', () => {
    expect(captureOutput(() => printCsv('a,b\r\nc\n,\u001b\r\n'))).toBe('a,b\r\nc\\n,\\u{1b}\r\n')
  })
  test('by commander', () => {
    expect(captureOutput(() => commanderOutput.writeErr('unknown option\u001b\n'))).toBe(
      'unknown option\\u{1b}\n',
    )
    expect(captureOutput(() => commanderOutput.writeOut('Usage:\n  x\n'))).toBe('Usage:\n  x\n')
  })
})
