import { expect, test } from 'vitest'
import { env } from '~/platform/config/env.server'
import type { OutgoingMessage } from '~/domain/outreach/deliveries/channel'
import { emailChannel } from '~/domain/outreach/email/email-channel.server'
import type { MailContent } from '~/mails/mail-content'
import { buildLink } from '~/domain/outreach/email/mail-links'
import { buildMail } from '~/domain/outreach/email/build-mail.server'
import { normalizeEmail } from '~/domain/accounts/rules'
import { addressSchema } from '~/domain/outreach/newsletter-fields.server'
import { buildIssueMail } from '~/domain/outreach/issues.server'

const KEY = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const CONTENT: MailContent = {
  subject: 'Rates of <b>Kavya</b> & Sons',
  preheader: 'Up to 12 %',
  paragraphs: ['<script>alert(1)</script>', 'word '.repeat(40).trim()],
  button: { label: 'See "all"', path: '/Deals' },
  list: [{ title: 'Kavya', text: '12 %', path: '/Offers/KAVYA?a=1&b=2' }],
  why: 'Because.',
}

const outgoing = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 1,
  key: KEY,
  kind: 'any',
  topic: 'money',
  userId: 1001,
  address: 'asha@mail.example',
  notification: null,
  mail: CONTENT,
  unsubscribe: null,
  ...more,
})

test('both parts of a mail contain its texts and links, and the HTML escapes them', () => {
  const { html, text, subject } = buildMail(outgoing())
  expect(subject).toBe('Rates of <b>Kavya</b> & Sons')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">Rates of &lt;b&gt;')
  expect(html).toContain('href="http://localhost:3000/Offers/KAVYA?a=1&amp;b=2"')
  for (const part of ['Kavya', '12 %', 'http://localhost:3000/Deals', 'See "all":', 'Because.'])
    expect(text).toContain(part)
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
})

test('addresses by https are links in an operator’s own text alone, escaped and without the punctuation after them', () => {
  const body =
    'See https://shop.example/a?b=1&c=2. Or (https://shop.example/), <b>http://plain.example</b> javascript:x()'
  const content = {
    subject: 'June',
    preheader: '',
    html: null,
    body: `${body}\nOn the next line\n\nhttps:// and https://"x"`,
  }
  const { html, text } = buildMail(outgoing({ mail: buildIssueMail(content) }))
  expect(html).toContain(
    'See <a href="https://shop.example/a?b=1&amp;c=2">https://shop.example/a?b=1&amp;c=2</a>. Or (<a href="https://shop.example/">https://shop.example/</a>), &lt;b&gt;http://plain.example&lt;/b&gt; javascript:x()<br/>On the next line</p>',
  )
  expect(html).toContain('>https:// and https://&quot;x&quot;</p>')
  expect(text).toContain('https://shop.example/a?b=1&c=2.')
  expect(buildMail(outgoing({ mail: { ...CONTENT, paragraphs: [body] } })).html).not.toContain('href="https:')
})

test('a mail loads nothing: no picture, style sheet, font or script', () => {
  const { html } = buildMail(outgoing())
  expect(html).not.toMatch(/<(?:img|link|script|iframe|video|object)\b|url\(|@import|@font-face|\bsrc=/i)
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).toContain('@media print')
})

test('the same delivery has the same Message-ID at each attempt', () => {
  expect(buildMail(outgoing()).messageId).toBe(`<${KEY}@localhost>`)
  expect(buildMail(outgoing()).messageId).toBe(buildMail(outgoing()).messageId)
})

test('mails that can be switched off have the one-click headers, and mails about safety have none', () => {
  const { headers, text } = buildMail(outgoing())
  const [, url] = /^<(.*)>$/.exec(headers['List-Unsubscribe']!)!
  expect(url).toMatch(/^http:\/\/localhost:3000\/unsubscribe\/money-1001-[0-9a-f]{32}$/)
  expect(text).toContain(url)
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(buildMail(outgoing({ topic: 'safety' })).headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
  const path = '/unsubscribe/list-abc'
  expect(
    buildMail(outgoing({ userId: null, topic: 'newsletter', unsubscribe: path })).headers['List-Unsubscribe'],
  ).toBe(`<http://localhost:3000${path}>`)
})

test('a mail about one store has a link that unfollows it, and one about several has none', () => {
  const news = (href: string) =>
    buildMail(
      outgoing({
        topic: 'stores',
        notification: { title: 'Kavya: up to 8.00% now', body: 'It was 5.00%.', href },
      }),
    )
  const one = news('/Offers/KAVYA%20%26%20SONS')
  expect(one.text).toMatch(
    /Unfollow this store:\nhttp:\/\/localhost:3000\/unsubscribe\/store-1001-[0-9a-f]{32}\?store=KAVYA\+%26\+SONS\n/,
  )
  expect(one.text).toContain('Unsubscribe from these mails:')
  expect(one.html).toContain('Unfollow this store</a>')
  expect(news('/Account/Stores').text).not.toContain('Unfollow')
  expect(
    buildMail(outgoing({ mail: null, notification: { title: 'A', body: 'B', href: '/Offers/KAVYA' } })).text,
  ).not.toContain('Unfollow')
})

test('a line break in a subject adds no header', () => {
  const subject = 'Sale\r\nBcc: everybody@mail.example\u2028now'
  expect(buildMail(outgoing({ mail: { ...CONTENT, subject } })).subject).toBe(
    'Sale Bcc: everybody@mail.example now',
  )
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  'javascript:alert(1)',
  '/a b',
  '/a\nb',
  '',
])('a link to %j is refused', (path) => {
  expect(() => buildLink(path, env())).toThrow('a mail links to a page of the site only')
})

test('a link to the account opens the sign-in dialog, and one to the desk has its origin', () => {
  const origins = { publicOrigin: 'https://shop.example', deskOrigin: 'https://desk.example' }
  expect(buildLink('/Account/History?page=2', origins)).toBe(
    'https://shop.example/Account/History?page=2&dialog=sign-in',
  )
  expect(buildLink('/Desk/Today', origins)).toBe('https://desk.example/Desk/Today')
  expect(buildLink('/DeskLamps', origins)).toBe('https://shop.example/DeskLamps')
})

test.each([
  'asha@mail.example,ravi@mail.example',
  'asha@mail.example;ravi@mail.example',
  'asha,ravi@mail.example',
  'Asha <asha@mail.example>',
  'asha@mail.example\r\nBcc: ravi@mail.example',
  '"asha rao"@mail.example',
  'asha@[127.0.0.1]',
  'asha(me)@mail.example',
])('%j is refused as an address by fields and by the channel', async (address) => {
  expect(normalizeEmail(address)).toBeNull()
  expect(addressSchema.safeParse({ email: address }).success).toBe(false)
  expect(await emailChannel.send(outgoing({ address }))).toEqual({
    result: 'refused',
    answer: 'not one address',
  })
})
