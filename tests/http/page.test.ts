import { describe, expect, test } from 'vitest'
import { sharedHeaders } from '~/http/page'

const readCaching = (headers: Record<string, string>) =>
  sharedHeaders(new Request('http://localhost:3000/', { headers }))['Cache-Control']

describe('page that is the same for every guest', () => {
  test('is cacheable for requests without our cookies', () => {
    for (const Cookie of ['', 'theme=dark', 'mytoken=1', 'x=token=1'])
      expect(readCaching({ Cookie })).toMatch(/^public, /)
  })
  test('is private with one of our cookies, in any spelling', () => {
    for (const name of ['token', 'flash', 'join'])
      for (const Cookie of [
        `${name}=1`,
        `a=b; ${name}=1`,
        `a=b;${name}=1`,
        `${name} =1`,
        `a=b;\t${name}\t= 1`,
      ])
        expect(readCaching({ Cookie })).toBe('private, no-store')
    expect(readCaching({ Authorization: 'Bearer x' })).toBe('private, no-store')
  })
})
