// docs/messages.md: `npx vitest run tests/outreach/messages-doc.test.ts --update` writes its texts.
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { writeExamples } from './message-examples'
import { inlineNotices } from './message-samples'

const FILE = 'docs/messages.md'
const HEAD = '\n## Each message\n'

const examples = writeExamples()

/** The signature of a link differs with the key. */
const write = ({ kind, topic, picture, subject, text }: (typeof examples)[number]) =>
  `
### ${kind}: ${subject}

Topic: ${topic}.

![${subject}](mails/${picture}.webp)

\`\`\`text
${text.replaceAll(/[0-9a-f]{32}/g, 'SIGNATURE')}\`\`\`
`

test('docs/messages.md has each message as it is sent', async () => {
  const [prose = ''] = fs.readFileSync(FILE, 'utf8').split(HEAD)
  const generated = `${prose}${HEAD}${examples.map(write).join('')}`
  await expect(generated).toMatchFileSnapshot(`../../${FILE}`)
})

test('docs/mails has a picture of each message, and no other', () => {
  const others = /^(?:dark|phone|print)-/
  const pictures = fs.readdirSync('docs/mails').filter((file) => !others.test(file))
  expect(pictures.sort()).toEqual(examples.map(({ picture }) => `${picture}.webp`).sort())
})

const source = (fs.readdirSync('app', { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts'))
  .map((file) => fs.readFileSync(`app/${file}`, 'utf8'))
  .join('\n')

test('each kind of notification that the code writes has an example', () => {
  const written = [...source.matchAll(/reference: `([a-z-]+):/g)].map(([, word]) => word!)
  expect(written.length).toBeGreaterThan(10)
  const shown = new Set(examples.map(({ kind }) => kind.split(':')[0]))
  expect(written.filter((word) => !shown.has(word) && !OTHERS.has(word))).toEqual([])
})

/** References of ledger transfers, which are written the same way. */
const OTHERS = new Set(['settlement'])

test('examples of inline texts equal the texts in the code', () => {
  const unknown = inlineNotices.filter(
    ({ title, body }) => !source.includes(`'${title}'`) || !source.includes(`'${body}'`),
  )
  expect(unknown).toEqual([])
})
