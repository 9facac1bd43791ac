// docs/messages.md: `npx vitest run tests/outreach/messages-doc.test.ts --update` writes its texts.
import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { Outgoing } from '~/outreach/deliveries/channel'
import { findKind } from '~/outreach/deliveries/topics'
import { writeMail } from '~/outreach/email/write-mail.server'
import { addressMails } from './address-samples'
import { inlineNotices, mails, notices } from './message-samples'

const FILE = 'docs/messages.md'
const HEAD = '\n## Each message\n'

const outgoing: Outgoing = {
  id: 1,
  key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  kind: '',
  topic: 'safety',
  userId: 1001,
  address: 'asha@mail.example',
  notification: null,
  mail: null,
  unsubscribe: null,
}

const allMails: typeof mails = [...mails, ...addressMails]

const examples: Outgoing[] = [
  ...notices.map(({ reference, topic, ...notification }) => ({
    ...outgoing,
    kind: findKind(reference),
    topic,
    notification,
  })),
  ...allMails.map(({ kind, content, unsubscribe = null }) => ({
    ...outgoing,
    kind,
    topic: unsubscribe === null ? ('safety' as const) : ('newsletter' as const),
    mail: content,
    unsubscribe,
  })),
]

/** The signature of a link differs with the key. */
const write = (example: Outgoing) => {
  const text = writeMail(example).text.replaceAll(/[0-9a-f]{32}/g, 'SIGNATURE')
  return `\n### ${example.kind}: ${writeMail(example).subject}\n\nTopic: ${example.topic}.\n\n\`\`\`text\n${text}\`\`\`\n`
}

test('docs/messages.md has each message as it is sent', async () => {
  const [prose = ''] = fs.readFileSync(FILE, 'utf8').split(HEAD)
  const generated = `${prose}${HEAD}${examples.map(write).join('')}`
  await expect(generated).toMatchFileSnapshot(`../../${FILE}`)
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
