import { expect, test } from 'vitest'
import { csvLine } from '~/platform/formats/csv'

test.each([
  [['plain', null, '12.50', '-12.50'], 'plain,,12.50,-12.50'],
  [['a,b', 'say "hi"'], '"a,b","say ""hi"""'],
  [['=1+1', '+91 98', '-x', '@cmd', ' =1'], "'=1+1,'+91 98,'-x,'@cmd,' =1"],
  [['Asha;=SUM(1+9)', 'a;b'], '"Asha;=SUM(1+9)","a;b"'],
  [['＝1', 'दीवाली', ' wide '], `'＝1,दीवाली," wide "`],
])('%j is escaped and joined', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})

test.each([
  ['two\r\nlines', 'two lines'],
  ['\t=1', "' =1"],
  ['\r\n@cmd', "' @cmd"],
  ['\ufeff+1', "'\ufeff+1"],
  ['\u00a0-cmd', "'\u00a0-cmd"],
  ['a\u001b[2Ab', 'a [2Ab'],
  ['a\u009bb', 'a b'],
  ['a\u202eb\u2028c', 'a b c'],
  ['नीर्\u200dया', 'नीर्\u200dया'],
])('control characters and line breaks become spaces: %j', (cell, written) => {
  const line = csvLine([cell, 'next'])
  expect(line.replaceAll('"', '')).toBe(`${written},next\r\n`)
})
