// messages.txt is written by `npx vitest run tests/outreach/messages-doc.test.ts --update`.
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { formatExamples } from './message-examples'
import { inlineNotices } from './message-samples'

const examples = formatExamples()

/** The signature of a link differs with the key. */
const write = ({ kind, topic, picture, subject, text }: (typeof examples)[number]) =>
  `==== ${kind}: ${subject} (${topic}, docs/mails/${picture}.webp)

${text.replaceAll(/[0-9a-f]{32}/g, 'SIGNATURE')}
`

test('each message is sent as messages.txt shows it', async () => {
  await expect(examples.map(write).join('')).toMatchFileSnapshot('messages.txt')
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
