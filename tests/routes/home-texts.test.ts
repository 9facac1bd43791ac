/** What operators changed of home and About Us, on the pages themselves. */
import { afterEach, expect, test } from 'vitest'
import { aboutMessages } from '~/messages/about'
import { faqMessages } from '~/messages/faq'
import { db } from '~/platform/db/client.server'
import { pageTexts, testimonials } from '~/platform/db/schema/editorial'
import { editPageText, giveBackPageText } from '~/domain/catalog/page-texts.server'
import { newVisitor } from '../support/app'

const guest = newVisitor()

afterEach(async () => {
  await db.delete(pageTexts)
  await db.delete(testimonials)
})

const readFaq = async () => (await guest.get('/')).body.split('Frequently Asked Questions')[1]!

test('home has the FAQ of the code, and an answer that was changed, escaped', async () => {
  for (const { question } of Object.values(faqMessages)) expect(await readFaq()).toContain(question)
  await editPageText('question-3', { text: 'Soon: <b>a month</b> & more.' })
  const faq = await readFaq()
  expect(faq).toContain('<p>Soon: &lt;b&gt;a month&lt;/b&gt; &amp; more.</p>')
  expect(faq).toContain(faqMessages['question-3'].question)
  expect(faq.match(/<details name="faq"/g)).toHaveLength(7)
})

test('About Us has the texts of the code with their links, and a paragraph that was changed, escaped', async () => {
  const before = await guest.get('/Aboutus')
  for (const text of Object.values(aboutMessages).filter((each) => !each.includes('{')))
    expect(before.text).toContain(text)
  expect(before.body).toContain('<a href="/Contactus">Contact us</a>')
  expect(before.text).toContain(
    'Questions? Contact us, read the Terms & Conditions, or see how to share and earn.',
  )
  await editPageText('questions', { text: '<i>Ask</i> {contact} or read {terms}.' })
  const { body } = await guest.get('/Aboutus')
  expect(body.replaceAll('<!-- -->', '')).toContain(
    '&lt;i&gt;Ask&lt;/i&gt; <a href="/Contactus">Contact us</a> or read <a href="/TermsConditions">Terms &amp; Conditions</a>.',
  )
  await giveBackPageText('questions')
  expect((await guest.get('/Aboutus')).body).toBe(before.body)
})

test('a testimonial has its source and day, and those of the demo are marked one by one beside it', async () => {
  const said = { name: 'Asha, Pune', source: 'a review', said_on: '2026-11-12' }
  await db.insert(testimonials).values([
    { name: 'Sneha', body: 'A demo.', is_demo: true, position: 1 },
    {
      ...said,
      body: 'It <came>.',
      source_url: 'https://reviews.example/1',
      consent_on: '2026-11-14',
      consent_how: 'by mail',
      position: 2,
    },
    { ...said, body: 'Not agreed to.', position: 3 },
  ])
  const { body } = await guest.get('/')
  const [demo, real, ...others] = body.split('class="testimonial"').slice(1)
  expect(others).toEqual([])
  expect(demo).toContain('>Demo</span>')
  const words = real!.split('</li>')[0]!.replaceAll('<!-- -->', '')
  expect(words).toContain('It &lt;came&gt;.')
  expect(words).not.toContain('Demo')
  expect(words).toContain(
    'Asha, Pune, <a class="link" href="https://reviews.example/1" rel="noopener nofollow">a review</a>, 12 Nov 2026',
  )
  expect(body).not.toContain('Not agreed to')
})
