// A session that ends while a form is being filled in: the input is kept for its owner only.
import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { bankDetails } from '~/platform/db/schema/payout-details'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { closeOtherSessions } from '~/domain/accounts/sessions.server'
import { uploadBody } from '../support/uploads'
import { saveUpiDetails } from '~/domain/wallet/save-destination.server'
import { newVisitor, type Answer, type Visitor } from '../support/app'
import { signedIn } from '../support/people'
import { visitAgain } from '../support/claiming'
import { makeOffer, earn } from '../wallet/support'

const PASSWORD = 'Chai at five 5'
let password_hash: string
beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD)
})

let serial = 0
async function createPerson() {
  const phone = `97${String(++serial).padStart(8, '0')}`
  return { ...(await signedIn({ phone_number: `+91${phone}`, password_hash })), phone }
}

/** The form's hidden fields together with the typed ones. */
function fillForm({ body }: Answer, action: string, typed: Record<string, string>): Record<string, string> {
  const form = body.split(/<form /).find((part) => part.includes(` action="${action}"`))!
  const hidden = [...form.split('</form>')[0]!.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return {
    ...Object.fromEntries(hidden.map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&')])),
    ...typed,
  }
}

/** Submits a form of the page after the session has ended. */
async function sendTooLate(
  { id, visitor }: { id: number; visitor: Visitor },
  at: string,
  action: string,
  typed: Record<string, string>,
) {
  const fields = fillForm(await visitor.get(at), action, typed)
  await closeOtherSessions(id, null)
  return visitor.post(action, fields)
}

async function signIn(visitor: Visitor, phone: string, page: string) {
  const answer = await visitor.post('/auth/sign-in', { from: page, phone_number: phone, password: PASSWORD })
  expect(answer.status).toBe(303)
  return visitor.follow(answer)
}

const bank = {
  acc_number: '001234567890',
  acc_holder_name: 'Asha Rao',
  ifsc_code: 'ABCD0123456',
  bank_name: '',
}

const findPayoutDetails = (ids: number[]) =>
  db.select().from(bankDetails).where(inArray(bankDetails.user_id, ids))

describe('bank details submitted after the session ended', () => {
  const send = (asha: Awaited<ReturnType<typeof createPerson>>) =>
    sendTooLate(asha, '/Account/Wallet?edit=bank', '/Account/Wallet/bank', bank)

  test('are kept encrypted during sign-in and restored as typed', async () => {
    const asha = await createPerson()
    const answer = await send(asha)
    expect([answer.status, answer.location]).toEqual([303, '/?dialog=sign-in'])
    const kept = answer.headers.getSetCookie().find((line) => line.startsWith('kept='))!
    expect(kept).toMatch(/^kept=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900$/)
    expect(Buffer.from(kept.slice(5).split(';')[0]!, 'base64url').toString('latin1')).not.toContain(
      '1234567890',
    )
    const dialog = await asha.visitor.follow(answer)
    expect(dialog.text).toContain('You were signed out. Please sign in again: what you typed is kept.')
    expect(dialog.body).not.toContain('001234567890')

    const form = await signIn(asha.visitor, asha.phone, '/?dialog=sign-in')
    expect(form.text).toContain('You are signed in.')
    for (const value of ['001234567890', 'Asha Rao', 'ABCD0123456'])
      expect(form.body).toContain(`value="${value}"`)
    expect(asha.visitor.cookies.has('kept')).toBe(false)
    // Nothing is saved until the form is submitted again.
    expect(form.text).not.toContain('•••• 7890')
    const fields = fillForm(form, '/Account/Wallet/bank', bank)
    expect(
      (await asha.visitor.follow(await asha.visitor.post('/Account/Wallet/bank', fields))).text,
    ).toContain('Added Successfully!')
  })

  test('are discarded when another member signs in', async () => {
    const [asha, ravi] = [await createPerson(), await createPerson()]
    await asha.visitor.follow(await send(asha))
    const page = await signIn(asha.visitor, ravi.phone, '/?dialog=sign-in')
    expect(page.body).not.toContain('001234567890')
    expect(asha.visitor.cookies.has('kept')).toBe(false)
    expect((await asha.visitor.get('/Account/Wallet?edit=bank')).body).not.toContain('001234567890')
    const again = await signIn(asha.visitor, asha.phone, '/?dialog=sign-in')
    expect(again.body).not.toContain('001234567890')
  })

  test('are shown to neither member if the form claims another owner', async () => {
    const [asha, ravi] = [await createPerson(), await createPerson()]
    const hers = fillForm(await asha.visitor.get('/Account/Wallet?edit=bank'), '/Account/Wallet/bank', bank)
    const visitor = newVisitor()
    await visitor.post('/Account/Wallet/bank', hers)
    expect((await signIn(visitor, ravi.phone, '/?dialog=sign-in')).body).not.toContain('001234567890')
  })
})

test('a withdrawal submitted late returns to its dialog and page with a new key', async () => {
  const asha = await createPerson()
  await saveUpiDetails(asha.id, { upi: 'asha@okbank' })
  await earn(asha.id, 50_000n)
  const at = '/Deals?page=2&dialog=withdraw'
  const { body } = await asha.visitor.get(at)
  const key = /name="request_key" value="([^"]+)"/.exec(body)![1]!
  const answer = await sendTooLate(asha, at, '/Account/Wallet', { amount: '12.50', type: 'upi' })
  expect(answer.location).toBe('/Deals?page=2&dialog=sign-in')
  const page = await signIn(asha.visitor, asha.phone, answer.location!)
  expect(page.body).toContain('id="dialog-withdraw"')
  expect(page.body).toContain('value="12.50"')
  expect(page.body).toMatch(/<input[^>]*(value="upi"[^>]*checked|checked[^>]*value="upi")/)
  expect(page.body).not.toContain(key)
})

test('passwords and codes are not kept', async () => {
  const asha = await createPerson()
  const typed = { upi: 'asha@okbank', currentPassword: 'hush one', new_password: 'hush two', otp: '4711' }
  await asha.visitor.follow(await sendTooLate(asha, '/Account/Wallet?edit=upi', '/Account/Wallet/upi', typed))
  const answer = await asha.visitor.post('/auth/sign-in', {
    from: '/?dialog=sign-in',
    phone_number: asha.phone,
    password: PASSWORD,
  })
  const back = await asha.visitor.get(answer.location!)
  expect(back.location).toBe('/Account/Wallet?edit=upi#upi-details')
  const { takeFlash } = await import('~/http/flash.server')
  const { flash } = takeFlash(
    new Request('http://localhost/Account/Wallet', {
      headers: { Cookie: `flash=${asha.visitor.cookies.get('flash')}` },
    }),
  )
  expect(flash?.form?.values).toEqual({ upi: 'asha@okbank' })
})

test('input larger than a cookie is dropped, and the page is restored without it', async () => {
  const asha = await createPerson()
  const answer = await sendTooLate(asha, '/Account/Wallet?edit=upi', '/Account/Wallet/upi', {
    upi: 'x'.repeat(20_000),
  })
  for (const line of answer.headers.getSetCookie()) expect(line.length).toBeLessThan(4096)
  expect((await signIn(asha.visitor, asha.phone, '/?dialog=sign-in')).text).toContain('UPI ID')
})

test('a prefetch does not consume the draft', async () => {
  const asha = await createPerson()
  await sendTooLate(asha, '/Account/Wallet?edit=upi', '/Account/Wallet/upi', { upi: 'asha@okbank' })
  const answer = await asha.visitor.post('/auth/sign-in', {
    from: '/?dialog=sign-in',
    phone_number: asha.phone,
    password: PASSWORD,
  })
  expect((await asha.visitor.get('/', { 'Sec-Purpose': 'prefetch' })).status).toBe(200)
  expect((await asha.visitor.follow(answer)).body).toContain('value="asha@okbank"')
})

describe('a form that another member opened in this browser', () => {
  /** Asha opens the form; Ravi signs in and sends it with what she has typed. */
  async function sendForOther() {
    const [asha, ravi] = [await createPerson(), await createPerson()]
    const fields = fillForm(await asha.visitor.get('/Account/Wallet?edit=bank'), '/Account/Wallet/bank', bank)
    const { visitor } = ravi
    return { asha, ravi, visitor, answer: await visitor.post('/Account/Wallet/bank', fields) }
  }

  test('changes nothing for either, and asks for the sign-in of its owner', async () => {
    const { asha, ravi, visitor, answer } = await sendForOther()
    expect(answer.location).toBe('/?dialog=sign-in')
    const dialog = await visitor.follow(answer)
    expect(dialog.body).toContain('id="dialog-sign-in"')
    expect(dialog.text).toContain('You were signed out. Please sign in again: what you typed is kept.')
    expect(dialog.body).not.toContain('001234567890')
    expect(await findPayoutDetails([asha.id, ravi.id])).toEqual([])
    expect((await visitor.get('/Account/Wallet?edit=bank')).body).not.toContain('001234567890')
  })

  test('is given back to its owner, who signs in beside the other member', async () => {
    const { asha, ravi, visitor, answer } = await sendForOther()
    await visitor.follow(answer)
    const form = await signIn(visitor, asha.phone, '/?dialog=sign-in')
    expect(form.body).toContain('value="001234567890"')
    expect(visitor.cookies.has('kept')).toBe(false)
    expect(await findPayoutDetails([asha.id, ravi.id])).toEqual([])
  })

  test('changes nothing without its mark either, by the token of the other session', async () => {
    const [asha, ravi] = [await createPerson(), await createPerson()]
    const { keep: _, ...fields } = fillForm(
      await asha.visitor.get('/Account/Wallet?edit=bank'),
      '/Account/Wallet/bank',
      bank,
    )
    const answer = await ravi.visitor.post('/Account/Wallet/bank', fields)
    expect([answer.status, answer.location]).toEqual([303, '/'])
    expect((await ravi.visitor.follow(answer)).text).toContain('You were signed out. Please sign in again.')
    expect(await findPayoutDetails([asha.id, ravi.id])).toEqual([])
  })

  test('is discarded when a third member signs in', async () => {
    const { visitor, answer } = await sendForOther()
    const meera = await createPerson()
    await visitor.follow(answer)
    await signIn(visitor, meera.phone, '/?dialog=sign-in')
    expect(visitor.cookies.has('kept')).toBe(false)
  })
})

describe('a file sent after the session ended', () => {
  test.each(['cookie kept', 'cookie gone'])('says so, and its form is opened again: %s', async (state) => {
    const asha = await createPerson()
    const fields = fillForm(await asha.visitor.get('/Account'), '/Account/image', {})
    await closeOtherSessions(asha.id, null)
    if (state === 'cookie gone') asha.visitor.cookies.delete('token')
    const answer = await asha.visitor.request('/Account/image', {
      method: 'POST',
      body: uploadBody([{ bytes: new Uint8Array(100_000) }], fields),
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect([answer.status, answer.location]).toEqual([303, '/?dialog=sign-in'])
    expect((await asha.visitor.follow(answer)).text).toContain('You were signed out. Please sign in again')
    expect((await signIn(asha.visitor, asha.phone, '/?dialog=sign-in')).text).toContain(
      'Please choose the file again.',
    )
  })

  test('that is too large for a claim leaves what was typed beside it', async () => {
    const asha = await createPerson()
    const { number, newPath } = await visitAgain(asha.id, await makeOffer())
    const typed = { visit: number, kind: 'missing', order_number: 'OD-77', text: 'Bought on Diwali.' }
    const fields = fillForm(await asha.visitor.get(newPath), '/Account/Claims/new', typed)
    await closeOtherSessions(asha.id, null)
    const answer = await asha.visitor.request('/Account/Claims/new', {
      method: 'POST',
      body: uploadBody([{ field: 'proof', bytes: new Uint8Array(8_000_000) }], fields),
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect([answer.status, answer.location]).toEqual([303, '/?dialog=sign-in'])
    await asha.visitor.follow(answer)
    const form = await signIn(asha.visitor, asha.phone, '/?dialog=sign-in')
    expect(form.body).toContain('value="OD-77"')
    expect(form.text).toContain('Bought on Diwali.')
    expect(form.text).toContain('Please choose the file again.')
  })

  test('from an unknown browser is not read, and still says so', async () => {
    const answer = await newVisitor().request('/Account/image', {
      method: 'POST',
      body: uploadBody([{ bytes: new Uint8Array(100_000) }]),
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect([answer.status, answer.location]).toEqual([303, '/'])
    const flash = answer.headers.getSetCookie().find((line) => line.startsWith('flash='))
    expect(flash).toBeDefined()
  })
})

describe('forged form', () => {
  test('without a session is not kept and redirects to /', async () => {
    for (const keep of [undefined, '', 'x', 'a:b', `${'a'.repeat(22)}:`]) {
      const answer = await newVisitor().post('/Account/Wallet/upi', { upi: 'a@bank', ...(keep && { keep }) })
      expect([answer.status, answer.location]).toEqual([303, '/'])
      expect(answer.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['flash'])
    }
  })
  test('from another site is refused', async () => {
    const answer = await newVisitor().post('/Account/Wallet/upi', {}, { 'Sec-Fetch-Site': 'cross-site' })
    expect(answer.status).toBe(403)
  })
})
