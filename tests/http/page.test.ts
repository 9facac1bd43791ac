import { describe, expect, test } from 'vitest'
import { sharedHeaders } from '~/http/page'

const cachingOf = (headers: Record<string, string>) =>
  sharedHeaders(new Request('http://localhost:3000/', { headers }))['Cache-Control']

describe('a page that is the same for every guest', () => {
  test('may be shared by those who bring nothing of ours', () => {
    for (const Cookie of ['', 'theme=dark', 'mytoken=1', 'x=token=1'])
      expect(cachingOf({ Cookie })).toMatch(/^public, /)
  })
  test('is private with one of our cookies, however it is written', () => {
    for (const name of ['token', 'flash', 'join'])
      for (const Cookie of [
        `${name}=1`,
        `a=b; ${name}=1`,
        `a=b;${name}=1`,
        `${name} =1`,
        `a=b;\t${name}\t= 1`,
      ])
        expect(cachingOf({ Cookie })).toBe('private, no-store')
    expect(cachingOf({ Authorization: 'Bearer x' })).toBe('private, no-store')
  })
})
