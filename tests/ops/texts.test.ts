import { beforeEach, describe, expect, test } from 'vitest'
import { listQuestions } from '~/domain/catalog/faq'
import { readHomeTexts } from '~/domain/catalog/home.server'
import { listPageTexts, readEditedAbout } from '~/domain/catalog/page-texts.server'
import { aboutMessages } from '~/messages/about'
import { faqMessages } from '~/messages/faq'
import { db } from '~/platform/db/client.server'
import { pageTexts } from '~/platform/db/schema/editorial'
import { catalogueVersionNow } from '../catalog/feed'
import { ops, opsDone, opsJson, readLastEntry } from './support'

beforeEach(async () => {
  await db.delete(pageTexts)
})

const readQuestions = async (share = '20%') => listQuestions((await readHomeTexts()).faq ?? {}, share).flat()

describe('the FAQ', () => {
  test('is that of the code, of which three questions come first, with the share of now', async () => {
    expect((await readHomeTexts()).faq).toBeNull()
    expect(listQuestions({}, '20%').map(({ length }) => length)).toEqual([3, 4])
    const [first, ...others] = await readQuestions('15%')
    expect(first).toEqual(faqMessages['question-1'])
    expect(others.at(-1)!.answer).toMatch(/^15% of what your friend earns/)
  })

  test('has a question and its answer as changed, and as before once they are given back', async () => {
    const before = await catalogueVersionNow()
    await opsDone(
      'texts set question-1 --question "What is <it>?" --text "Nothing.\n\nReally & truly." --yes',
    )
    expect(await catalogueVersionNow()).toBeGreaterThan(before)
    const changed = { question: 'What is <it>?', answer: 'Nothing. Really & truly.' }
    expect((await readQuestions())[0]).toEqual(changed)
    expect((await readHomeTexts()).faq).toEqual({ 'question-1': changed })
    expect((await readLastEntry()).result).toMatchObject({
      changed: [
        {
          subject: 'words question-1',
          field: 'question',
          before: faqMessages['question-1'].question,
          after: 'What is <it>?',
        },
        { field: 'body', before: faqMessages['question-1'].answer, after: 'Nothing. Really & truly.' },
      ],
    })
    const shown = await opsDone('texts show question-1')
    expect(shown).toContain(faqMessages['question-1'].answer)
    await opsDone('texts give-back question-1 --yes')
    expect((await readHomeTexts()).faq).toBeNull()
    expect((await ops('texts give-back question-1 --yes')).err).toContain('Nobody has changed this text.')
  })

  test('keeps {share}, and says where an answer has it no more', async () => {
    const kept = await opsDone('texts set question-7 --text "You get {share}, for good." --yes')
    expect(kept).not.toContain('any more')
    expect((await readQuestions('12.5%')).at(-1)!.answer).toBe('You get 12.5%, for good.')
    expect(await opsDone('texts set question-7 --text "You get 20%." --yes')).toContain(
      'It has no {share} any more',
    )
  })

  test('of the code is followed again by a text that is typed as it was', async () => {
    await opsDone('texts set question-2 --text "Other." --yes')
    await opsDone(`texts set question-2 --text "${faqMessages['question-2'].answer}" --yes`)
    expect(await db.$count(pageTexts)).toBe(0)
  })
})

describe('About Us', () => {
  test('has a paragraph as changed, and the others of the code', async () => {
    await opsDone('texts set questions --text "Write to us: {contact}." --yes')
    expect(await readEditedAbout()).toEqual({ questions: 'Write to us: {contact}.' })
    const rows = (await opsJson('texts list')) as { name: string; text: string; state: string }[]
    expect(rows).toHaveLength(Object.keys({ ...faqMessages, ...aboutMessages }).length)
    expect(rows.filter(({ state }) => state === 'changed')).toMatchObject([{ name: 'questions' }])
    expect(rows.find(({ name }) => name === 'fees')!.text).toBe(aboutMessages.fees)
    expect((await listPageTexts()).map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  })

  test('keeps a text that a later release no longer has out of the list', async () => {
    await db.insert(pageTexts).values({ name: 'former', body: 'Gone.' })
    expect(await opsJson('texts list')).not.toContainEqual(expect.objectContaining({ name: 'former' }))
  })
})

test.each([
  ['fees --question "Which?"', 'A text of About Us has no question'],
  ['fees --text "{share} of it"', '{share} is filled in by nothing here'],
  ['question-1 --text "{contact}"', '{contact} is filled in by nothing here'],
  ['question-1 --question "{share}?"', '{share} is filled in by nothing here'],
  ['question-1 --text "A brace { alone"', '{ is filled in by nothing here'],
  ['question-1 --question " "', 'It must have between 1 and 200 characters'],
  [`question-1 --text "${'x'.repeat(1001)}"`, 'It must have between 1 and 1000 characters'],
  ['question-8 --text x', 'It must be one of question-1'],
  [`fees --text "${aboutMessages.fees}"`, 'Nothing differs'],
])('texts set %s is refused', async (typed, why) => {
  expect((await ops(`texts set ${typed} --yes`)).err).toContain(why)
  expect(await db.$count(pageTexts)).toBe(0)
})
