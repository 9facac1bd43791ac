/** What of an address gets into the log: never the secret of a postback or the token of a newsletter's link. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loggedPath } from '~/log.server'

test.each([
  ['/Deals?page=2', '/Deals'],
  ['/postback/trackier/s3cr3t?p1=1', '/postback/trackier/***'],
  ['/postback/trackier', '/postback/trackier'],
  ['/newsletter', '/newsletter'],
  ['/newsletter/unsubscribe/s3cr3t', '/newsletter/unsubscribe/***'],
  ['/%70ostback/trackier/s3cr3t', '/postback/trackier/***'],
  ['/./postback/trackier/s3cr3t', '/./postback/trackier/***'],
  ['/%bad/%', '/%bad/%'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})

const SECRET = 'Qz7-vW9_kLm2pRt5xYb8'

/** A character as itself, as an escape, or as an escape of an escape. */
const spelled = (text: string) =>
  fc
    .array(fc.constantFrom(0, 0, 0, 1, 2, 3), { minLength: text.length, maxLength: text.length })
    .map((depths) => [...text].map((letter, i) => escaped(letter, depths[i]!)).join(''))

const escaped = (letter: string, depth: number) =>
  depth ? `%${'25'.repeat(depth - 1)}${letter.charCodeAt(0).toString(16)}` : letter

const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join(''))

const slash = fc.constantFrom('/', '//', '/./', '/x/../', '\\', '/%2e/', '/x/%2E%2e/', '%2f', ';a=b/')

test('no spelling of a path puts its secret into the log', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('postback', 'newsletter').chain(anyCase).chain(spelled),
      fc.option(fc.constantFrom('trackier', 'unsubscribe', 'x').chain(spelled), { nil: null }),
      spelled(SECRET),
      fc.constantFrom('', '/', '/..', '/../../x', '/data.data', '?a=b'),
      fc.array(slash, { minLength: 3, maxLength: 3 }),
      (first, network, secret, end, [a, b, c]) => {
        const logged = loggedPath(`${a}${first}${b}${network === null ? '' : network + c}${secret}${end}`)
        let plain = logged
        for (let i = 0; i < 5; i++)
          plain = plain.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
            String.fromCharCode(parseInt(code, 16)),
          )
        for (let at = 0; at + 6 <= SECRET.length; at++) expect(plain).not.toContain(SECRET.slice(at, at + 6))
      },
    ),
    { numRuns: 500, seed: 1 },
  )
})
