// Password managers save a password with the field that is marked as the user name.
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { newVisitor, type Visitor } from '../support/app'
import { signedIn } from '../support/people'

const PHONE = '9500000001'
const PASSWORD = 'Chai at five 5'

let member: Visitor
let resetting: Visitor
beforeAll(async () => {
  const password_hash = await hashPassword(PASSWORD)
  member = (await signedIn({ phone_number: `+91${PHONE}`, password_hash }, { openedBy: 'code' })).visitor
  resetting = newVisitor()
  const from = '/?dialog=forgot-password'
  const page = await resetting.follow(
    await resetting.post('/auth/forgot-password', { from, phone_number: PHONE }),
  )
  const [, otp = ''] = /Your code is (\d{4})/.exec(page.text) ?? []
  await resetting.post('/auth/otp', { from: '/?dialog=otp', otp })
})

const guest = () => newVisitor()
const PAGES: [path: string, by: () => Visitor, phone: string][] = [
  ['/?dialog=sign-in', guest, ''],
  ['/?dialog=sign-up', guest, ''],
  ['/Singup', guest, ''],
  ['/?dialog=reset-password', () => resetting, PHONE],
  ['/Account/ChangePassword', () => member, PHONE],
  ['/Account?edit=details', () => member, PHONE],
  ['/Account/Privacy', () => member, PHONE],
  ['/auth/confirm', () => member, PHONE],
]

const listInputs = (form: string) => form.match(/<input[^>]*>/g) ?? []

test.each(PAGES)('the mobile number is the only user name in the form at %s', async (path, by, phone) => {
  const { body } = await by().get(path)
  const forms = body
    .split('<form ')
    .slice(1)
    .map((part) => part.split('</form>')[0]!)
  const withPassword = forms.filter((form) => /type="password"/.test(form))
  expect(withPassword).toHaveLength(1)
  const names = listInputs(withPassword[0]!).filter((input) => /autocomplete="username"/i.test(input))
  expect(names).toHaveLength(1)
  expect(names[0]).toMatch(/type="text"/)
  expect(/ value="(\d*)"/.exec(names[0]!)?.[1] ?? '').toBe(phone)
})

describe('on a shared browser', () => {
  test('a number whose sign-in failed is not in another person’s form', async () => {
    const visitor = newVisitor()
    const fields = { from: '/?dialog=sign-in', phone_number: PHONE, password: 'not this one' }
    await visitor.follow(await visitor.post('/auth/sign-in', fields))
    for (const path of ['/?dialog=sign-in', '/?dialog=sign-up', '/Singup'])
      expect((await visitor.get(path)).body).not.toContain(PHONE)
    expect((await visitor.get('/?dialog=forgot-password')).body).toContain(`value="${PHONE}"`)
  })
})

test('after a reset the sign-in form has the number', async () => {
  const chosen = { new_password: 'Chai at six 66', confirm_password: 'Chai at six 66' }
  const answer = await resetting.post('/auth/reset-password', { from: '/?dialog=reset-password', ...chosen })
  expect(answer.location).toBe('/?dialog=sign-in')
  expect((await resetting.follow(answer)).body).toContain(`value="${PHONE}"`)
  expect((await resetting.get('/?dialog=sign-up')).body).not.toContain(PHONE)
})

test('the terms must be accepted', async () => {
  const { body } = await newVisitor().get('/Singup')
  expect(listInputs(body).find((input) => input.includes('name="agreeToTerms"'))).toContain('required')
})
