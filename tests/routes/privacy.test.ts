import { afterEach, describe, expect, test } from 'vitest'
import { holdMember } from '~/domain/wallet/holds.server'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import { paise } from '~/platform/formats/money'
import { newVisitor, type Visitor } from '../support/app'
import { makeRoom, NAMES, PASSWORD, wholePerson } from '../privacy/people'

const PATH = '/Account/Privacy'
const send = async (visitor: Visitor, fields: Record<string, string>) =>
  visitor.follow(await visitor.post(PATH, { from: PATH, ...fields }))

afterEach(makeRoom)

describe('data export', () => {
  test.each([
    ['json', 'application/json; charset=utf-8'],
    ['csv', 'text/csv; charset=utf-8'],
  ])('as %s is a private file of the member', async (ending, type) => {
    const { visitor } = await wholePerson()
    expect((await visitor.get(PATH)).body).toContain(`href="${PATH}/data.${ending}"`)
    const answer = await visitor.get(`${PATH}/data.${ending}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe(type)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.headers.get('Content-Disposition')).toMatch(
      new RegExp(`^attachment; filename="dealdwaar-my-data-\\d{4}-\\d\\d-\\d\\d\\.${ending}"$`),
    )
    expect(answer.body).toContain(NAMES.email)
    expect((await newVisitor().get(`${PATH}/data.${ending}`)).location).toBe('/')
  })
})

describe('account deletion', () => {
  test('states what is lost, needs the password and two ticks, and ends the session', async () => {
    const { visitor } = await wholePerson()
    const page = await visitor.get(PATH)
    expect(page.text).toContain('I give up Rs. 300.00 in my wallet')
    expect((await send(visitor, { password: PASSWORD, forfeit: 'on' })).text).toContain(
      'Please confirm that your account is to be deleted.',
    )
    expect((await send(visitor, { password: PASSWORD, confirm: 'on' })).text).toContain(
      'Please tick this first: with the account you lose Rs. 300.00.',
    )
    const wrong = await send(visitor, { password: 'not mine', confirm: 'on', forfeit: 'on' })
    expect(wrong.text).toContain('Wrong password! Please try again.')
    expect(wrong.body).not.toContain('not mine')
    const answer = await visitor.post(PATH, { from: PATH, password: PASSWORD, confirm: 'on', forfeit: 'on' })
    expect([answer.status, answer.location]).toEqual([303, '/'])
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
    expect(visitor.cookies.has('token')).toBe(false)
    expect((await visitor.follow(answer)).text).toContain('Your account is deleted.')
    expect((await visitor.get('/Account')).location).toBe('/')
  })

  test('returns to the form, which says so in its head', async () => {
    const { visitor } = await wholePerson()
    const from = (await visitor.get(PATH)).body.match(/id="delete".*?name="from" value="([^"]*)"/s)![1]!
    const answer = await visitor.post(PATH, { from })
    expect(answer.location).toBe(`${PATH}#delete`)
    const form = (await visitor.follow(answer)).body.split('id="delete"')[1]!
    expect(form).toMatch(
      /^[^<]*>(?:<input type="hidden"[^>]*>)*<div class="notice notice-error" role="alert">/,
    )
    expect(form).toContain('Your account is not deleted. Please correct what is marked.')
  })

  test('states what is kept if the member is on hold', async () => {
    const { visitor, id } = await wholePerson()
    const rule = 'opened with your number within 90 days takes over the debt and the hold'
    const before = await visitor.get(PATH)
    expect(before.text).toContain(rule)
    expect(before.text).not.toContain('This applies to you')
    await holdMember(id, new Date('2099-11-22T10:15:00Z'), 'of a check')
    expect((await visitor.get(PATH)).text).toContain('This applies to you: your withdrawals are on hold.')
    expect((await newVisitor().get('/PrivacyPolicy')).text).toContain(
      'within 90 days takes over the debt and the hold',
    )
  })

  test('is not offered while a withdrawal is in progress', async () => {
    const { visitor, id } = await wholePerson()
    await requestWithdrawal(id, { amount: paise(100_00n), method: 'upi', request_key: crypto.randomUUID() })
    const page = await visitor.get(PATH)
    expect(page.text).toContain('Rs. 100.00 is on its way to you.')
    expect(page.body).not.toContain('name="password"')
    const answer = await send(visitor, { password: PASSWORD, confirm: 'on', forfeit: 'on' })
    expect(answer.text).toContain('Money is on its way to you.')
  })
})
