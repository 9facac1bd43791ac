import { expect, test } from 'vitest'
import { csvLine } from '~/csv'

test.each([
  [['plain', null, '12.50', '-12.50'], 'plain,,12.50,-12.50'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [['=1+1', '+91 98', '-x', '@cmd', '\tx', ' =1'], "'=1+1,'+91 98,'-x,'@cmd,'\tx,' =1"],
  [['＝1', 'दीवाली', ' wide '], `'＝1,दीवाली," wide "`],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})
