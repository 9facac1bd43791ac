import { expect, test } from 'vitest'
import { describeAgent } from '~/domain/accounts/agents'
import { maskName } from '~/domain/accounts/rules'
import { maskEmail } from '~/platform/formats/email-address'

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/130.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/130.0 Safari/537.36 Edg/130.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-A) ${KHTML} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (Linux; Android 9) ${KHTML} Chrome/100.0 Mobile Safari/537.36 OPR/75.0`, 'Opera on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/130.0 Safari/537.36`, 'Chrome on Chromebook'],
  ['Lynx/2.9.0dev.12 libwww-FM/2.14', 'Text browser'],
  ['w3m/0.5.3', 'Text browser'],
  ['curl/8.0', 'A browser'],
  ['<script>alert(1)</script>', 'A browser'],
  ['', 'A browser'],
  [null, 'A browser'],
])('the User-Agent %j is described as %s', (agent, words) => expect(describeAgent(agent)).toBe(words))

test('masks keep the first characters of names and the domain of an e-mail address', () => {
  expect(maskEmail('asha.rao@mail.example')).toBe('as•••o@mail.example')
  expect(maskEmail('a@mail.example')).toBe('a•••@mail.example')
  expect(maskEmail('asha@mail.example')).toBe('as•••@mail.example')
  expect(maskEmail('😀é😀@mail.example')).toBe('😀é•••@mail.example')
  expect(maskName('Ravi  𝒩air Kumar Rao')).toBe('R••• 𝒩••• K•••')
})
