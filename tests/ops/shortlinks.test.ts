import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import routeTable from '../../app/routes'
import { addShortlink } from '~/domain/tracking/shortlinks.server'
import { findShortlinkUrl } from '~/domain/tracking/clicks.server'
import { makeOffer } from '../wallet/support'
import { ops, opsJson } from './support'

describe('shortlinks', () => {
  test('add takes an offer id or slug, and list shows the shortlink', async () => {
    const { id, slug, title } = await makeOffer()
    expect(await ops(`shortlinks add Diwali ${id}`)).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^Done: leads /diwali to ‘${title}’\\.\n`)),
      err: '',
    })
    expect((await ops(`shortlinks add diwali ${slug}`)).code).toBe(0)
    expect(await findShortlinkUrl('diwali')).toContain('campaign_id=')
    expect((await ops('shortlinks list')).out).toMatch(new RegExp(`^/diwali +${id} +live +${title} `, 'm'))
    expect(await opsJson('shortlinks list')).toMatchObject([{ slug: 'diwali', campaign_id: id }])
  })

  test.each([
    ['Deals', 'This address is a page of the site: choose another one.'],
    ['no_such!', 'A shortlink has up to 60 letters, digits and dashes'],
    ['diwali', 'This shortlink leads to another offer already.'],
  ])('add refuses %s', async (slug, words) => {
    const { id } = await makeOffer()
    const { code, err } = await ops(`shortlinks add ${slug} ${id}`)
    expect(code).toBe(1)
    expect(err).toContain(`/${slug}: ${words}`)
  })

  test('add refuses an unknown offer', async () => {
    const { code, err } = await ops('shortlinks add holi 999999')
    expect({ code, err }).toEqual({
      code: 1,
      err: '/holi: There is no such offer.\n  npm run ops -- catalogue list\n',
    })
  })

  /** The first segment of every URL of the site (docs/rules.md#5). */
  const segments = new Set([
    ...routeTable
      .flatMap(({ path, children = [] }) => path ?? children.map((child) => child.path))
      .map((path) => path?.split('/')[0] ?? ''),
    ...fs.readdirSync('public'),
    ...'auth newsletter suggestions out postback Account robots.txt sitemap.xml manifest.webmanifest'.split(
      ' ',
    ),
    ...'favicon.ico healthz readyz api assets tk'.split(' '),
  ])
  for (const name of ['', '*', ':slug']) segments.delete(name)

  test.each([...segments])('/%s is reserved', async (segment) => {
    const { id } = await makeOffer()
    const answer = await addShortlink(segment, String(id))
    // File names are invalid shortlinks anyway.
    const reasons = segment.includes('.') ? ['reserved', 'invalid'] : ['reserved']
    expect(reasons).toContain(answer.ok ? 'added' : answer.reason)
  })
})
