/** What pages say about reaching the shop follows the settings. */
import { expect, test } from 'vitest'
import { newVisitor, request } from '../support/app'
import { changeSettings } from '../support/settings'

test('the pages name the support address, the grievance contact and the links of the settings', async () => {
  await changeSettings({
    SUPPORT_EMAIL: 'help@shop.example',
    GRIEVANCE_CONTACT: 'Asha Rao, grievance@shop.example',
    SOCIAL_LINKS: 'Telegram=https://t.me/shop',
  })
  const contact = await newVisitor().get('/Contactus')
  expect(contact.body).toContain('href="mailto:help@shop.example"')
  expect(contact.text).toContain('our grievance contact: Asha Rao, grievance@shop.example.')
  expect(contact.body.match(/href="https:\/\/t\.me\/shop"/g)).toHaveLength(2)
  for (const path of ['/PrivacyPolicy', '/TermsConditions']) {
    const { text } = await newVisitor().get(path)
    expect(text).toContain('help@shop.example')
    expect(text).toContain('Asha Rao, grievance@shop.example')
  }
  expect((await request('/.well-known/security.txt')).text).toContain('Contact: mailto:help@shop.example\n')
})

test('an unset grievance contact is the support address as a link, and no links leave out their headings', async () => {
  await changeSettings({
    SUPPORT_EMAIL: 'help@shop.example',
    GRIEVANCE_CONTACT: 'unset',
    SOCIAL_LINKS: 'none',
  })
  const { text, body } = await newVisitor().get('/Contactus')
  expect(text).toContain('our grievance contact: help@shop.example.')
  expect(body.match(/href="mailto:help@shop\.example"/g)).toHaveLength(2)
  expect(text).not.toMatch(/Follow us/i)
})
