// Uploads of all kinds for the profile image: what is stored of them, and what they cost.
import fs from 'node:fs'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { profileImages } from '~/platform/db/schema/members'
import { makeCorpus, SECRETS, twoColours, type Sample } from '../accounts/corpus'
import { startServers } from '../support/app'
import { signedIn } from '../support/people'
import { upload, uploadBody } from '../support/uploads'

const stored = async (id: number) =>
  (await db.select().from(profileImages).where(eq(profileImages.user_id, id)))[0] ?? null

const METADATA = ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments', 'pages']

/** Faults of the response to a sample and of the stored image. */
async function listFaults(
  { expected, bytes }: Sample,
  status: number,
  text: string,
  row: Awaited<ReturnType<typeof stored>>,
) {
  const faults: string[] = []
  const want = (right: boolean, fault: string) => right || faults.push(fault)
  want(status === (expected === 'too large' ? 413 : 303), `status ${status}`)
  if (expected !== 'image') want(!row, 'is stored')
  if (expected === 'refused') want(text.includes('Please select an image'), 'is not told what is wrong')
  if (expected !== 'image') return faults
  want(text.includes('Image updated successfully!'), 'is not told that it is stored')
  if (!row) return [...faults, 'is not stored']
  want(!row.webp.equals(bytes), 'is stored as it came')
  for (const secret of SECRETS) want(!row.webp.includes(secret), `holds ${secret}`)
  const { format, width, height, ...more } = await sharp(row.webp).metadata()
  want(format === 'webp' && width === 256 && height === 256, `is ${format}, ${width} x ${height}`)
  for (const kind of METADATA) want(!(kind in more), `has ${kind}`)
  return faults
}

let corpus: Sample[]
beforeAll(async () => {
  corpus = await makeCorpus()
}, 60_000)

test('the samples are at least 40 different files', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(40)
  expect(new Set(corpus.map((sample) => sample.name)).size).toBe(corpus.length)
})

test('samples are re-encoded without metadata or refused, and never a server error', async () => {
  const faults: string[] = []
  for (const sample of corpus) {
    const { id, visitor } = await signedIn()
    const answer = await upload(visitor, sample)
    const { text } = answer.location ? await visitor.follow(answer) : answer
    const found = await listFaults(sample, answer.status, text, await stored(id))
    faults.push(...found.map((fault) => `${sample.name}: ${fault}`))
  }
  expect(faults).toEqual([])
}, 120_000)

test('concurrent uploads use the memory of one decoding and a few files', async () => {
  if (!fs.existsSync('/proc/self/status')) return
  const [server] = await startServers(1)
  const heaviest = corpus.find((sample) => sample.name.includes('16 bits, interlaced'))!
  // Larger bodies are refused before the application.
  const fitting = corpus.filter((sample) => sample.bytes.length < 5.1 * 1024 * 1024)
  const samples = [...fitting, ...Array.from({ length: 12 }, () => heaviest)]
  const people = await Promise.all(samples.map(() => signedIn()))
  const post = (sample: Sample, at: number) =>
    fetch(`${server!.origin}/Account/image`, {
      method: 'POST',
      redirect: 'manual',
      body: uploadBody([sample], { from: '/Account' }),
      headers: {
        Cookie: `token=${people[at]!.visitor.cookies.get('token')}`,
        'Sec-Fetch-Site': 'same-origin',
      },
    })
  const megabytes = (name: 'VmRSS' | 'VmHWM') =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
        fs.readFileSync(`/proc/${server!.pid}/status`, 'utf8'),
      )![1],
    ) / 1024
  await post({ name: '', bytes: await twoColours(), expected: 'image' }, 0)
  const before = megabytes('VmRSS')
  for (let start = 0; start < samples.length; start += 12) {
    const batch = samples.slice(start, start + 12)
    const answers = await Promise.all(batch.map((sample, i) => post(sample, start + i)))
    for (const { status } of answers) expect([303, 413]).toContain(status)
  }
  const growth = megabytes('VmHWM') - before
  console.log(`peak growth: ${Math.round(growth)} MB over ${Math.round(before)} MB`)
  expect(growth).toBeLessThan(800)
}, 120_000)
