import { expect, test } from 'vitest'
import { missingTexts } from '../messages.check'
import { newVisitor, request, startServers } from '../support/app'
import { readText } from '../support/page-text'

test('the built app answers a Request with a complete page', async () => {
  const home = await request('/')
  expect(home.status).toBe(200)
  expect(home.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(home.body).toMatch(/^<!DOCTYPE html>[\s\S]*<\/body><\/html>$/)
})

test('the test visitor follows redirects', async () => {
  const visitor = newVisitor()
  const answer = await visitor.get('/Account')
  expect(answer.status).toBe(302)
  expect((await visitor.follow(answer)).status).toBe(200)
})

test('two servers share one database and stop cleanly', async () => {
  const servers = await startServers(2)
  for (const server of servers) expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0])
  expect(servers[0]!.output()).toContain('"message":"stopped"')
})

test('missingTexts() finds texts that no page shows, with placeholders matching anything', () => {
  const pages = [
    readText('<p>Your code is <b>12<!-- -->34</b>.</p><script>"Hidden text"</script>'),
    'Rs. 5 &amp; more',
  ]
  const texts: [string, string][] = [
    ['a', 'Your code is {code}.'],
    ['b', 'Hidden text'],
    ['c', 'Your code (is) {code}.'],
  ]
  expect(missingTexts(pages, texts)).toEqual(['b: Hidden text', 'c: Your code (is) {code}.'])
  expect(readText('<b>A</b>&nbsp;&amp;&#x27;&#39;<p>B</p>')).toBe("A &''\nB")
})
