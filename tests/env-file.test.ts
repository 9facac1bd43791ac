import { describe, expect, test } from 'vitest'
import { parseEnvFile } from '~/platform/config/env-file'
import { readAll } from './support/env-readers'

describe('a file of environment variables is read as a shell, systemd, Docker and Node read it', () => {
  test.each([
    'A=',
    'A=plain\n\n# a comment = "x"\n#\nB_2=2',
    'DATABASE_URL=postgres://dealdwaar:pa%2Fss@db.internal:5432/dealdwaar?sslmode=require',
    'A=header:X-Signature:sha256:hex\nB=203.0.113.0/24,2001:db8::/32,*.cdn.example',
    'A=[::1]:7,{a,b},!x^y?*+-=z==',
    'A="two words, and more"\nB=\'$HOME `id` "x" #1\'',
    'A="it\'s # no comment"\nB="क्षितिज"\nC=last\n',
  ])('%j', (text) => {
    const read = parseEnvFile(text)
    if (!read.ok) throw new Error(read.problems.join())
    for (const [reader, values] of readAll(text))
      expect({ reader, values }).toEqual({ reader, values: read.values })
  })
})

test.each([
  ['A=parameter:hash sha1 hex', 'A: quote'],
  ['A=x ', 'A: quote'],
  ['A=a&b', 'A: quote'],
  ['A=$HOME', 'A: quote'],
  ['A="$HOME"', 'A: quote'],
  ['A="`id`"', 'A: quote'],
  ['A=$(id)', 'A: quote'],
  ['A=a#b', 'A: quote'],
  ['A=a;b', 'A: quote'],
  ['A=~/x', 'A: quote'],
  ['A="a\\nb"', 'A: quote'],
  ['A="a" # b', 'A: quote'],
  ['A="a"b', 'A: quote'],
  ['A="open', 'A: quote'],
  ['A=a\u0007', 'A: quote'],
  ['A=a\u00a0', 'A: quote'],
  ['A=1\r', 'ends as on Windows'],
  ['# x \\', 'a comment must not end'],
  ['export A=1', 'must be NAME=value'],
  ['A =1', 'must be NAME=value'],
  [' A=1', 'must be NAME=value'],
  ['A: 1', 'must be NAME=value'],
  ['; x', 'must be NAME=value'],
  ['\ufeffA=1', 'must be NAME=value'],
  ['-A=1', 'must be NAME=value'],
  ['B=1\nB=2', 'B: is set a second time'],
])('%j is refused, and the value is not quoted', (text, problem) => {
  const read = parseEnvFile(`SECRET=hunter2\n${text}`)
  const problems = read.ok ? [] : read.problems
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^line [23]: ${problem}`))
  expect(problems[0]).not.toMatch(/hunter2|parameter|HOME|open/)
})

test('every faulty line is named', () =>
  expect(parseEnvFile('A=1\nB=a b\nnothing')).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^line 2: B: /), expect.stringMatching(/^line 3: /)],
  }))
