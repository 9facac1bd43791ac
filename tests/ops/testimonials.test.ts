import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readHomeTexts } from '~/domain/catalog/home.server'
import {
  addTestimonial,
  editTestimonial,
  listTestimonials,
  MOST_TESTIMONIALS,
  removeTestimonial,
} from '~/domain/catalog/testimonials.server'
import { db } from '~/platform/db/client.server'
import { testimonials } from '~/platform/db/schema/editorial'
import { catalogueVersionNow } from '../catalog/feed'
import { ops, opsDone, opsJson, readLastEntry } from './support'

const SAID = '--source "by mail" --said 2026-11-12'
const CONSENT = '--consent-on 2026-11-14 --consent-how "by mail"'

beforeEach(async () => {
  await db.delete(testimonials)
})

async function add(name: string, more = `${SAID} ${CONSENT}`): Promise<number> {
  await opsDone(`testimonials add --name "${name}" --text "It came." ${more}`)
  const rows = (await opsJson('testimonials list')) as { id: number; name: string }[]
  return rows.find((row) => row.name === name)!.id
}

const listShown = async () => (await readHomeTexts()).quotes.map(({ name }) => name)
const listNames = async () => (await listTestimonials()).map(({ name }) => name)

describe('a testimonial', () => {
  test('is shown with its source and day once there is a consent, and hidden when that is taken back', async () => {
    const id = await add('Asha, Pune', SAID)
    expect(await listShown()).toEqual([])
    expect((await opsJson('testimonials list')) as object[]).toMatchObject([{ state: 'no consent' }])
    await opsDone(`testimonials set ${id} ${CONSENT} --link https://reviews.example/a?b=1`)
    expect((await readHomeTexts()).quotes).toEqual([
      {
        name: 'Asha, Pune',
        body: 'It came.',
        is_real: true,
        source: 'by mail',
        source_url: 'https://reviews.example/a?b=1',
        day: '12 Nov 2026',
      },
    ])
    expect(await opsDone(`testimonials set ${id} --consent-on none`)).toContain(
      'Nobody sees it without a consent.',
    )
    expect(await listShown()).toEqual([])
    expect(await listTestimonials()).toMatchObject([{ consent_on: null, consent_how: null }])
    expect((await readLastEntry()).result).toMatchObject({
      changed: [
        { subject: `testimonial ${id}`, field: 'consent_on', before: '2026-11-14', after: null },
        { subject: `testimonial ${id}`, field: 'consent_how', before: 'by mail', after: null },
      ],
    })
  })

  test('of the demo is shown without a consent, and stays marked when it is edited', async () => {
    await db.insert(testimonials).values({ name: 'Sneha', body: 'It came.', is_demo: true })
    const id = (await listTestimonials())[0]!.id
    await opsDone(`testimonials set ${id} --text "It came late."`)
    expect((await readHomeTexts()).quotes).toEqual([{ name: 'Sneha', body: 'It came late.' }])
    expect((await opsJson('testimonials list')) as object[]).toMatchObject([{ state: 'shown as Demo' }])
  })

  test('has one paragraph', async () => {
    const added = await addTestimonial({ name: 'Asha', text: 'It came.\n\nIn time.' })
    expect(added).toMatchObject({ ok: true, testimonial: { body: 'It came. In time.' } })
  })

  test.each([
    [`--source "by mail" --consent-on 2026-11-14`, 'how it was given', 'consentHow'],
    [`${SAID} --consent-how "by mail"`, 'how it was given', 'consentOn'],
    [CONSENT, 'where and when it was said', 'source'],
    [`--source "by mail" ${CONSENT}`, 'where and when it was said', 'said'],
    ['--source "by mail" --said 2199-01-01', 'still to come', 'said'],
    [`${SAID} --consent-on 2199-01-01 --consent-how "by mail"`, 'still to come', 'consentOn'],
    [`${SAID} --link http://reviews.example`, 'https', 'link'],
    [`${SAID} --link "javascript:alert(1)"`, 'https', 'link'],
    ['--said 2026-02-30', 'It must be a day', 'said'],
  ])('with %s is refused: %s', async (typed, why, field) => {
    const { err, out } = await ops(`testimonials add --name Asha --text "It came." ${typed} --json`)
    expect(err + out).toContain(why)
    const flag = `--${field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
    expect(err + out).toMatch(new RegExp(`"${field}"|${flag}`))
    expect(await listTestimonials()).toEqual([])
  })

  test('raises the version of the pages when it changes, so that servers drop what they kept', async () => {
    const before = await catalogueVersionNow()
    const id = await add('Asha')
    const added = await catalogueVersionNow()
    await opsDone(`testimonials remove ${id} --yes`)
    expect(added).toBeGreaterThan(before)
    expect(await catalogueVersionNow()).toBeGreaterThan(added)
  })
})

describe('the order of testimonials', () => {
  test('is that of their places, without gaps, and home shows the first six', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await add(name)
    expect(await listShown()).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
    const rows = (await opsJson('testimonials list')) as { id: number; state: string }[]
    expect(rows.at(-1)).toMatchObject({ state: 'behind 6 others', position: 7 })
    await opsDone(`testimonials set ${rows.at(-1)!.id} --place 2`)
    expect(await listNames()).toEqual(['A', 'G', 'B', 'C', 'D', 'E', 'F'])
    await opsDone(`testimonials remove ${rows[0]!.id} --yes`)
    expect((await listTestimonials()).map(({ name, position }) => `${position}${name}`)).toEqual([
      '1G',
      '2B',
      '3C',
      '4D',
      '5E',
      '6F',
    ])
    await add('H', `${SAID} ${CONSENT} --place 1`)
    expect((await listNames())[0]).toBe('H')
  })

  test('takes a place above their number as the last one, and refuses more than a hundred', async () => {
    for (let n = 1; n <= MOST_TESTIMONIALS; n++)
      expect(await addTestimonial({ name: `N${n}`, text: 'x' })).toMatchObject({ ok: true })
    expect(await addTestimonial({ name: 'One more', text: 'x' })).toEqual({ ok: false, reason: 'too-many' })
    const [first] = await listTestimonials()
    await removeTestimonial((await listTestimonials())[1]!.id)
    expect(await editTestimonial(first!.id, { place: 100 })).toMatchObject({
      ok: true,
      testimonial: { position: 99 },
    })
  })
})

test('an edit without a change, and one of a testimonial that is not there, are refused', async () => {
  const id = await add('Asha')
  expect((await ops(`testimonials set ${id} --name Asha`)).err).toContain('Nothing differs')
  expect((await ops(`testimonials set 999999 --name Asha`)).err).toContain('There is no testimonial 999999.')
  expect((await ops(`testimonials remove 999999 --yes`)).err).toContain('There is no testimonial 999999.')
  expect(await opsDone(`testimonials show ${id}`)).toContain('It came.')
  expect(await db.$count(testimonials, eq(testimonials.id, id))).toBe(1)
})
