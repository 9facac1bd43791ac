import { beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { fetchDue, isStored, readUpload, storeUpload } from '~/domain/catalog/images.server'
import { db } from '~/platform/db/client.server'
import { importFeed, ownRow } from '../catalog/feed'
import { picture } from '../support/image-host'
import { file, ops, opsJson } from './support'

// A name that leads to this machine: it is refused before a connection is made.
const ADDRESS = 'https://localhost/logo.png'
const ELSEWHERE = 'https://cdn.example/logo.png'

test('images hosts says that no feed has named an image', async () => {
  expect((await ops('images hosts')).out).toBe('No feed has named an image yet.\n')
  await importFeed([
    ownRow({ id: '1', brand: 'One', logo_url: ADDRESS }),
    ownRow({ id: '2', brand: 'Two', logo_url: ELSEWHERE }),
  ])
})
beforeEach(() => void Object.assign(env(), { IMAGE_HOSTS: [] }))

test('images hosts says which hosts IMAGE_HOSTS would have to name', async () => {
  Object.assign(env(), { IMAGE_HOSTS: ['localhost'] })
  const { out } = await ops('images hosts')
  expect(out).toMatch(/^HOST +ALLOWED +STORED +FAILED +WAITING +PURGED\n/)
  expect(out).toMatch(/^cdn\.example +no +0 +0 +1 +0$/m)
  expect(out).toMatch(/^localhost +yes +0 +0 +1 +0$/m)
  expect(out).toContain('2 hosts')
})

test('images list shows state, next try and reason', async () => {
  const before = await ops('images list')
  expect(before.out).toMatch(/^waiting .* host not allowed .*https:\/\/cdn\.example\/logo\.png$/m)
  expect((await ops('images list --host nowhere.example')).out).toBe('There are no such images.\n')

  Object.assign(env(), { IMAGE_HOSTS: ['localhost'] })
  expect((await ops('images refetch --host localhost')).out).toMatch(/^Done: makes 1 image due\.\n/)
  expect(await fetchDue()).toMatchObject({ fetched: 0, failed: 1 })
  const failed = await ops('images list --state failed')
  expect(failed.out).toMatch(/^failed .* a private address +https:\/\/localhost\/logo\.png$/m)
  expect(failed.out).toContain('1 image')
  expect(await opsJson('images list')).toHaveLength(2)
  expect((await ops('images list --csv --state failed')).out).toMatch(
    /^state,fetched_at \(IST\),failure,url,host,.*\r\nfailed,,a private address,https:\/\/localhost\/logo\.png,localhost,,,,1,/,
  )
})

test('images purge removes an uploaded picture by its address', async () => {
  const read = await readUpload(await picture('#0a0b0c'))
  if (!read.ok) throw new Error(read.reason)
  const { address } = read.upload
  await db.transaction((tx) => storeUpload(tx, read.upload))
  expect((await ops(`images purge ${address} --yes`)).out).toContain(
    `removes the picture ${address} for good`,
  )
  expect(await isStored(address)).toBe(false)
  expect((await ops(`images purge ${address} --yes`)).err).toContain(`No feed has named ${address}.`)
})

test.each([
  ['images refetch', 2, 'Give at least one of <address>, --state, --host.'],
  [`images refetch ${ADDRESS} --host localhost`, 2, '<address> excludes --host: give one of them.'],
  [`images refetch ${ADDRESS}`, 1, 'IMAGE_HOSTS names no host'],
  ['images purge', 2, "missing required argument 'address'"],
  [`images purge-cache ${ADDRESS}`, 2, 'too many arguments'],
  ['images purge https://nobody.example/a.png', 1, 'No feed has named https://nobody.example/a.png.'],
  ['images list --state lost', 2, 'It must be one of stored, failed, waiting, purged.'],
])('%s exits with %i', async (command, code, words) => {
  const answer = await ops(command)
  expect(answer).toMatchObject({ code, out: '' })
  expect(answer.err).toContain(words)
})

test('images purge removes an image for good, and the operator log has it', async () => {
  const dry = await ops(`images purge ${ELSEWHERE} --dry-run`)
  expect(dry).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Removes the image [^]*Nothing was done\.\n$/),
  })
  expect((await ops('images list --state purged')).out).toBe('There are no such images.\n')
  expect((await ops(`images purge ${ELSEWHERE} --yes`)).out).toContain(`Done: removes the image ${ELSEWHERE}`)
  expect((await ops('images list --state purged')).out).toMatch(/^purged .* never /m)
  expect((await ops('images purge-cache')).out).toBe('The cache had 0 files; it is empty.\n')
  expect((await ops('images purge-unused')).out).toBe('Done: removes 0 addresses and 0 images.\n')
  Object.assign(env(), { IMAGE_HOSTS: ['localhost'] })
  expect((await ops(`images refetch ${ELSEWHERE}`)).out).toMatch(/^Done: makes 1 image due\.\n/)
  expect((await ops('images list --state purged')).out).toBe('There are no such images.\n')
  expect((await ops('images refetch https://nobody.example/a.png')).err).toContain('No feed has named')
  const log = await db.execute<{ command: string }>(sql`SELECT command FROM operator_log ORDER BY id`)
  expect(log.map(({ command }) => command)).toContain(`images purge ${ELSEWHERE}`)
  expect(log.map(({ command }) => command)).not.toContain('images hosts')
})

test('an import says which hosts its logos would need', async () => {
  Object.assign(env(), { IMAGE_HOSTS: ['localhost', 'cdn.example'] })
  const row = ownRow({ id: '3', brand: 'Three', logo_url: 'https://third.example/3.png' })
  const feed = file('third.json', JSON.stringify([row]))
  const says =
    'Images on hosts that IMAGE_HOSTS does not name are not fetched: third.example.\n  npm run ops -- images hosts\n'
  expect((await ops(`catalogue import ${feed}`)).out).toContain(says)
  // Unchanged.
  expect((await ops(`catalogue import ${feed}`)).out).not.toContain('IMAGE_HOSTS')
  Object.assign(env(), { IMAGE_HOSTS: ['localhost', '*.example'] })
  const changed = file('third.json', JSON.stringify([{ ...row, title: 'Another title' }]))
  expect((await ops(`catalogue import ${changed}`)).out).not.toContain('IMAGE_HOSTS')
})
