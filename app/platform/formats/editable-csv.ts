/** CSV that a person edits in a spreadsheet and gives back: what is not edited comes back as it was written. */

/** With three letters in a row that are no month and no yes or no, a cell is a text to any spreadsheet. */
const WORD = /\p{L}{3,}/gu
const READ_AS_VALUE =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|true|false)$/i
const BEGINS_OTHERWISE = /^[\s'=+\-@\uff1d\uff0b\uff0d\uff20]/
const PLAIN_NUMBER = /^[1-9]\d{0,10}$/

function isKept(cell: string): boolean {
  if (cell === '' || PLAIN_NUMBER.test(cell)) return true
  return !BEGINS_OTHERWISE.test(cell) && (cell.match(WORD) ?? []).some((word) => !READ_AS_VALUE.test(word))
}

function formatCell(value: string): string {
  const safe = isKept(value) ? value : `'${value}`
  return /[",;\t\r\n]|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An apostrophe in front keeps a code, a date or a formula a text; readEditable() removes it. */
export const editableLine = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`
