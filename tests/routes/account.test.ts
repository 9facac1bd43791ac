import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { findPayoutDestination } from '~/domain/wallet/destinations.server'
import { releaseMember } from '~/domain/wallet/holds.server'
import { newVisitor, type Visitor } from '../support/app'
import { signedIn } from '../support/people'
import { earn } from '../wallet/support'

const upi = { upi: 'asha.rao@okbank' }
const bank = {
  acc_number: '001234567890',
  acc_holder_name: 'Asha Rao',
  ifsc_code: 'abcd0123456',
  bank_name: '',
}

async function send(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
  from = '/Account/Wallet',
) {
  const answer = await visitor.post(path, { from, ...fields })
  expect(answer.status).toBe(303)
  const page = await visitor.follow(answer)
  expect(page.status).toBe(200)
  return { ...page, location: answer.location }
}

/** Links by name; of several with the same name, the first. */
function listLinks(body: string): Record<string, string> {
  const links = [...body.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)].map(([, attributes, inside]) => [
    /aria-label="([^"]*)"/.exec(attributes!)?.[1] ?? inside!.replace(/<[^>]*>/g, '').trim(),
    /href="([^"]*)"/.exec(attributes!)?.[1]?.replaceAll('&amp;', '&') ?? '',
  ])
  return Object.fromEntries(links.toReversed())
}

/** Withdrawal methods of the dialog: 'checked', 'disabled' or ''. */
const readMethods = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/<input[^>]*name="type"[^>]*>/g)].map(([input]) => [
      /value="(\w+)"/.exec(input)![1],
      /\b(checked|disabled)=""/.exec(input)?.[1] ?? '',
    ]),
  )

/** Submits the withdrawal form with the request key of the page. */
async function withdraw(visitor: Visitor, fields: { amount: string; type?: string; request_key?: string }) {
  const from = '/Account/Wallet?dialog=withdraw'
  const { body } = await visitor.get(from)
  const request_key = /name="request_key" value="([^"]+)"/.exec(body)?.[1] ?? randomUUID()
  return { ...(await send(visitor, '/Account/Wallet', { request_key, ...fields }, from)), request_key }
}

describe('/Account and everything below it', () => {
  test.each([
    '/Account',
    '/Account/History',
    '/Account/Wallet',
    '/Account/Notifications',
    '/Account/Wallet?edit=upi',
  ])('%s without a session redirects to /', async (path) => {
    for (const cookie of ['', 'token=unknown']) {
      const answer = await newVisitor().get(path, cookie ? { Cookie: cookie } : {})
      expect(answer.status).toBe(302)
      expect(answer.location).toBe('/')
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    }
  })

  test('a request with two token cookies is treated as signed out', async () => {
    const { visitor } = await signedIn()
    const token = visitor.cookies.get('token')!
    expect((await visitor.get('/Account', { Cookie: `token=${token}; token=${token}` })).location).toBe('/')
  })

  test('/Account shows the member’s own data and is not cached', async () => {
    const { visitor } = await signedIn({ username: 'Asha Rao', email: 'asha@mail.example' })
    const page = await visitor.get('/Account')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Asha Rao')
    expect(page.text).toContain('asha@mail.example')
    expect(page.text).toContain('Member since')
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  })
})

describe('/Account/History', () => {
  test('is empty for a new member', async () => {
    const { visitor } = await signedIn()
    expect((await visitor.get('/Account/History')).text).toContain('No transactions yet')
  })
  test('shows the transaction id, the signed amount and the status', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 12_345_650n)
    const { text } = await visitor.get('/Account/History')
    expect(text).toMatch(/TXN\d{8}DD/)
    expect(text).toContain('+Rs. 1,23,456.50')
    expect(text).toContain('Cashback confirmed')
  })
  test('says that a page beyond the last has no transactions, and shows the first page for an invalid number', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 100n)
    const beyond = await visitor.get('/Account/History?page=99999999')
    expect(beyond.text).toContain('No transactions on this page.')
    expect(beyond.text).not.toContain('No transactions yet')
    expect(beyond.body).toMatch(/<a[^>]*rel="prev"[^>]*href="\/Account\/History"/)
    expect((await visitor.get('/Account/History?page=x')).text).toContain('Cashback confirmed')
  })
})

describe('payout details in the wallet', () => {
  test('buttons read Add Details, then Edit; the form’s button reads Save', async () => {
    const { visitor } = await signedIn()
    const empty = await visitor.get('/Account/Wallet')
    expect(empty.text.match(/Add Details/g)).toHaveLength(2)
    expect((await visitor.get('/Account/Wallet?edit=upi')).text).toContain('Save')

    const added = await send(visitor, '/Account/Wallet/upi', upi)
    expect(added.text).toContain('Added Successfully!')
    expect(added.text).toContain('Edit')
    expect(added.body).not.toContain('asha.rao@okbank')

    const changed = await send(visitor, '/Account/Wallet/upi', { upi: 'other@okbank' })
    expect(changed.text).toContain('updated Successfully!')
  })

  test('an account number is stored as text and shown by its last four digits', async () => {
    const { visitor } = await signedIn()
    const added = await send(visitor, '/Account/Wallet/bank', bank)
    expect(added.text).toContain('Added Successfully!')
    expect(added.text).toContain('•••• 7890')
    expect(added.body).not.toContain('001234567890')
    expect((await visitor.get('/Account/Wallet?edit=bank')).text).toContain('CRN Number')
    const changed = await send(visitor, '/Account/Wallet/bank', { ...bank, acc_holder_name: 'Asha R Rao' })
    expect(changed.text).toContain('Updated Successfully!')
  })

  test('all but the account number is shown and editable; a blank number keeps the stored one', async () => {
    const { visitor, id } = await signedIn()
    await send(visitor, '/Account/Wallet/bank', { ...bank, bank_name: 'CRN 7' })
    const { text } = await visitor.get('/Account/Wallet')
    for (const shown of ['•••• 7890', 'Asha Rao', 'ABCD0123456', 'CRN 7']) expect(text).toContain(shown)
    const form = await visitor.get('/Account/Wallet?edit=bank')
    for (const value of ['Asha Rao', 'ABCD0123456', 'CRN 7']) expect(form.body).toContain(`value="${value}"`)
    expect(form.body).not.toContain('001234567890')
    expect(form.text).toContain('Now •••• 7890. Leave this empty to keep it.')

    const edited = { acc_number: '', acc_holder_name: 'Asha Rao', ifsc_code: 'WXYZ0654321', bank_name: '' }
    expect((await send(visitor, '/Account/Wallet/bank', edited)).text).toContain('Updated Successfully!')
    expect(JSON.parse((await findPayoutDestination(db, id, 'bank'))!.details)).toEqual({
      ...edited,
      acc_number: '001234567890',
    })
    // Changing the payout method puts the usual hold on withdrawals.
    expect((await visitor.get('/Account/Notifications')).text).toContain('Your bank details changed')
  })

  test('an account number is required if none is stored', async () => {
    const { visitor } = await signedIn()
    const typed = { ...bank, acc_number: ' ' }
    const page = await send(visitor, '/Account/Wallet/bank', typed, '/Account/Wallet?edit=bank')
    expect(page.text).toContain('Please enter an account number of 9 to 18 digits.')
    expect((await visitor.get('/Account/Wallet')).text.match(/Add Details/g)).toHaveLength(2)
  })

  test('a saved card shows its confirmation once', async () => {
    const { visitor } = await signedIn()
    const readCard = (body: string, name: string) =>
      new RegExp(`aria-labelledby="${name}-title".*?</section>`).exec(body)![0]
    const { body } = await send(visitor, '/Account/Wallet/upi', upi)
    expect(readCard(body, 'upi')).toMatch(/class="notice notice-success".*Added Successfully!/)
    expect(body.match(/class="notice notice-success"/g)).toHaveLength(1)
    expect((await visitor.get('/Account/Wallet')).body).not.toContain('class="notice notice-success"')
  })

  test.each([
    ['acc_number', '12345678', 'Please enter an account number of 9 to 18 digits.'],
    ['acc_number', '12345678a', 'Please enter an account number of 9 to 18 digits.'],
    ['acc_holder_name', 'AR', 'Please enter the account holder’s name (3 to 120 characters).'],
    ['ifsc_code', 'ABCD1123456', 'Please enter a valid IFSC code, such as ABCD0123456.'],
    ['bank_name', 'x'.repeat(61), 'Please enter at most 60 characters.'],
    ['acc_holder_name', 'Asha: Rao', "Please use letters, digits, spaces and . , ' - / & ( ) only."],
    ['bank_name', '7;8', "Please use letters, digits, spaces and . , ' - / & ( ) only."],
  ])('bank: %s = %s is refused', async (field, value, text) => {
    const { visitor } = await signedIn()
    const page = await send(
      visitor,
      '/Account/Wallet/bank',
      { ...bank, [field]: value },
      '/Account/Wallet?edit=bank',
    )
    expect(page.location).toBe('/Account/Wallet?edit=bank')
    expect(page.text).toContain(text)
    expect(page.body).toContain(`value="${value}"`)
    expect((await visitor.get('/Account/Wallet')).text.match(/Add Details/g)).toHaveLength(2)
  })

  test.each(['asha', 'a b@bank', '@bank', 'asha@b', 'asha@1bank', ''])(
    'UPI: %j is refused',
    async (value) => {
      const { visitor } = await signedIn()
      const page = await send(visitor, '/Account/Wallet/upi', { upi: value }, '/Account/Wallet?edit=upi')
      expect(page.text).toContain('Please enter a valid UPI ID, such as name@bank.')
    },
  )
})

describe('withdrawal dialog', () => {
  test('opens only for members with payout details', async () => {
    const { visitor } = await signedIn()
    const answer = await visitor.get('/Account/Wallet?dialog=withdraw')
    expect(answer.location).toBe('/Account/Wallet')
    const page = await visitor.follow(answer)
    expect(page.text).toContain('Please Add Bank or Upi details First! Your wallet amount is empty.')
    expect(listLinks(page.body)).toMatchObject({
      'Add bank account': '/Account/Wallet?edit=bank#bank-details',
      'Add UPI ID': '/Account/Wallet?edit=upi#upi-details',
    })
  })

  test('is the next step after the first payout details, where there is something to withdraw', async () => {
    const poor = await signedIn()
    const nothing = await send(poor.visitor, '/Account/Wallet/upi', upi)
    expect(listLinks(nothing.body)).not.toHaveProperty('Withdraw now')
    const { visitor, id } = await signedIn()
    await earn(id, 100_00n)
    const page = await send(visitor, '/Account/Wallet/upi', upi)
    expect(page.text).toContain('Added Successfully!')
    expect(listLinks(page.body)['Withdraw now']).toBe('/Account/Wallet?dialog=withdraw')
    const second = await send(visitor, '/Account/Wallet/bank', bank)
    expect(listLinks(second.body)).not.toHaveProperty('Withdraw now')
  })

  test('keeps its sum on the way to the first payout details and back', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 500_00n)
    const first = await visitor.follow(await visitor.get('/Account/Wallet?dialog=withdraw&amount=123.45'))
    const links = listLinks(first.body)
    expect(links).toMatchObject({
      'Add bank account': '/Account/Wallet?edit=bank&amount=123.45#bank-details',
      'Add UPI ID': '/Account/Wallet?edit=upi&amount=123.45#upi-details',
      'Add Details': '/Account/Wallet?edit=bank&amount=123.45#bank-details',
    })
    const form = await visitor.get(links['Add UPI ID']!)
    expect(form.body).toContain('<input type="hidden" name="amount" value="123.45"/>')
    const typed = { amount: '123.45', from: links['Add UPI ID']! }
    const wrong = await visitor.post('/Account/Wallet/upi', { ...typed, upi: 'none' })
    expect(wrong.location).toBe(links['Add UPI ID'])
    const saved = await visitor.post('/Account/Wallet/upi', { ...typed, ...upi })
    expect(saved.location).toBe('/Account/Wallet?dialog=withdraw&amount=123.45')
    const dialog = await visitor.follow(saved)
    expect(dialog.text).toContain('Added Successfully!')
    expect(dialog.body).toMatch(/<input [^>]*name="amount"[^>]*value="123\.45"/)
    expect(listLinks(dialog.body)['Add Details']).toBe('/Account/Wallet?edit=bank&amount=123.45#bank-details')
  })

  test('that was sent without payout details leads to them with its sum', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 500_00n)
    const answer = await visitor.post('/Account/Wallet', {
      from: '/Account/Wallet?dialog=withdraw',
      type: 'upi',
      amount: '₹ 1,23.45',
      request_key: crypto.randomUUID(),
    })
    expect(answer.location).toBe('/Account/Wallet?dialog=withdraw')
    const sent = await visitor.post('/Account/Wallet', {
      from: '/Account/Wallet?dialog=withdraw',
      type: 'upi',
      amount: 'Rs. 123.45',
      request_key: crypto.randomUUID(),
    })
    const page = await visitor.follow(sent)
    expect(page.text).toContain('Please Add Bank or Upi details First!')
    const there = '/Account/Wallet?edit=bank&amount=Rs.%20123.45#bank-details'
    expect(listLinks(page.body)['Add bank account']).toBe(there)
    const saved = await visitor.post('/Account/Wallet/bank', { from: there, amount: 'Rs. 123.45', ...bank })
    expect((await visitor.follow(saved)).body).toMatch(/<input [^>]*name="amount"[^>]*value="Rs\. 123\.45"/)
  })

  test('carries no other text than a sum', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 500_00n)
    for (const amount of ['many', '-5', '0', '<b>', '501', '9'.repeat(40)]) {
      const page = await visitor.follow(
        await visitor.get(`/Account/Wallet?dialog=withdraw&amount=${encodeURIComponent(amount)}`),
      )
      expect(listLinks(page.body)['Add UPI ID']).toBe('/Account/Wallet?edit=upi#upi-details')
    }
    const saved = await visitor.post('/Account/Wallet/upi', {
      from: '/Account/Wallet?edit=upi',
      amount: 'many',
      ...upi,
    })
    expect(saved.location).toBe('/Account/Wallet#upi-details')
  })

  test('states the minimum, selects the method with details, and withdraws', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 50_000n)
    await send(visitor, '/Account/Wallet/upi', upi)
    const dialog = await visitor.get('/?dialog=withdraw')
    expect(dialog.text).toContain('minimum withdraw amount is 0')
    expect(readMethods(dialog.body)).toEqual({ bank: 'disabled', upi: 'checked' })
    expect(listLinks(dialog.body)['Add Details: Bank account']).toBe('/Account/Wallet?edit=bank#bank-details')

    const page = await withdraw(visitor, { amount: '200.50', type: 'upi' })
    expect(page.location).toBe('/Account/Wallet#withdrawals')
    expect(page.text).toContain('✅ Withdrawal successful')
    expect(page.text).toContain('Rs. 299.50')
    expect(page.body.match(/<li class="list-row withdrawal-saved">/g)).toHaveLength(1)
    expect((await visitor.get('/Account/Wallet')).body).not.toContain('class="list-row withdrawal-saved"')
    expect((await visitor.get('/Account/History')).text).toContain('−Rs. 200.50')
  })

  test('selects the bank first if there are details of both', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 50_000n)
    await send(visitor, '/Account/Wallet/upi', upi)
    await send(visitor, '/Account/Wallet/bank', bank)
    await releaseMember(id)
    const dialog = await visitor.get('/?dialog=withdraw')
    expect(readMethods(dialog.body)).toEqual({ bank: 'checked', upi: '' })
    expect(dialog.body).not.toContain('Add Details: ')
  })

  test('All is a link that fills in the balance, and larger amounts are not filled in', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 123_450n)
    await send(visitor, '/Account/Wallet/upi', upi)
    const amountIn = (body: string) => /<input[^>]*name="amount"[^>]*>/.exec(body)![0]
    const all = listLinks((await visitor.get('/Deals?dialog=withdraw')).body)['All: ₹1,234.50']!
    expect(all).toBe('/Deals?dialog=withdraw&amount=1234.50')
    const filled = await visitor.get(all)
    expect(amountIn(filled.body)).toContain('value="1234.50"')
    expect(listLinks(filled.body).Close).toBe('/Deals')
    for (const wrong of ['1234.51', '0', 'five', '1e3'])
      expect(amountIn((await visitor.get(`/?dialog=withdraw&amount=${wrong}`)).body)).toContain('value=""')
  })

  test('shows the reason and Close instead of a form when nothing can be withdrawn', async () => {
    const { visitor, id } = await signedIn()
    await send(visitor, '/Account/Wallet/upi', upi)
    const empty = await visitor.get('/Account/Wallet?dialog=withdraw')
    expect(empty.text.match(/Your wallet amount is empty\./g)).toHaveLength(1)
    await earn(id, 50_000n)
    await send(visitor, '/Account/Wallet/upi', { upi: 'other@okbank' })
    const held = await visitor.get('/Account/Wallet?dialog=withdraw')
    const refused = await withdraw(visitor, { amount: '5', type: 'upi' })
    for (const { text } of [held, refused])
      expect(text.match(/For your safety withdrawals are on hold until [^.]+, because /g)).toHaveLength(1)
    for (const { body } of [empty, held, refused]) {
      expect(body).not.toContain('name="amount"')
      expect(listLinks(body).Close).toBe('/Account/Wallet')
    }
  })

  test('the same form sent twice is one withdrawal with one answer', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 50_000n)
    await send(visitor, '/Account/Wallet/upi', upi)
    const { request_key } = await withdraw(visitor, { amount: '100', type: 'upi' })
    const again = await withdraw(visitor, { amount: '100', type: 'upi', request_key })
    expect(again.text).toContain('✅ Withdrawal successful')
    expect(again.text).toContain('Rs. 400.00')
  })

  test('the same form with another amount moves nothing and returns as typed with a new key', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 50_000n)
    await send(visitor, '/Account/Wallet/upi', upi)
    const { request_key } = await withdraw(visitor, { amount: '100', type: 'upi' })
    const other = await withdraw(visitor, { amount: '20', type: 'upi', request_key })
    expect(other.text).toContain('This request was already made, for Rs. 100.00. Nothing more was withdrawn.')
    expect(other.text).toContain('Rs. 400.00')
    expect(other.body).toMatch(/<input[^>]*name="amount"[^>]*value="20"/)
    const fresh = /name="request_key" value="([^"]+)"/.exec(other.body)![1]!
    expect(fresh).not.toBe(request_key)
    const meant = await withdraw(visitor, { amount: '20', type: 'upi', request_key: fresh })
    expect(meant.text).toContain('✅ Withdrawal successful')
    expect(meant.text).toContain('Rs. 380.00')
  })

  test.each([
    ['', 'Please enter a valid amount.'],
    ['0', 'Please enter a valid amount.'],
    ['1.234', 'Please enter a valid amount.'],
    ['100,50', 'Please enter a valid amount.'],
    ['-5', 'Please enter a valid amount.'],
    ['five', 'Please enter a valid amount.'],
    ['1,234.51', 'You can enter up to ₹1,234.50 only.'],
    ['999999999999999', 'You can enter up to ₹1,234.50 only.'],
  ])('the amount %j is refused', async (amount, text) => {
    const { visitor, id } = await signedIn()
    await earn(id, 123_450n)
    await send(visitor, '/Account/Wallet/upi', upi)
    const page = await withdraw(visitor, { amount, type: 'upi' })
    expect(page.location).toBe('/Account/Wallet?dialog=withdraw')
    expect(page.text).toContain('❌ Withdrawal error:')
    expect(page.text).toContain(text)
    const field = /<input[^>]*name="amount"[^>]*>/.exec(page.body)![0]
    expect(field).toContain(`value="${amount}"`)
    const [, error] = /aria-invalid="true" aria-describedby="\S+ (\S+)"/.exec(field)!
    expect(page.body).toContain(`<p id="${error}" class="field-error">${text}</p>`)
    expect((await visitor.get('/Account/Wallet')).text).toContain('Rs. 1,234.50')
  })

  test('details of the other method are not enough, and an empty wallet is refused', async () => {
    const { visitor } = await signedIn()
    await send(visitor, '/Account/Wallet/upi', upi)
    const page = await withdraw(visitor, { amount: '5' })
    expect(page.text).toContain('Please Add Bank or Upi details First!')
    expect(listLinks(page.body)['Add bank account']).toBe('/Account/Wallet?edit=bank&amount=5#bank-details')
    expect((await withdraw(visitor, { amount: '5', type: 'upi' })).text).toContain(
      'Your wallet amount is empty.',
    )
  })

  test('shows the hold and its end after a change of details', async () => {
    const { visitor, id } = await signedIn()
    await earn(id, 50_000n)
    await send(visitor, '/Account/Wallet/upi', upi)
    await send(visitor, '/Account/Wallet/upi', { upi: 'other@okbank' })
    const page = await withdraw(visitor, { amount: '5', type: 'upi' })
    expect(page.text).toMatch(
      /withdrawals are on hold until \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m, because your UPI ID changed\./,
    )
    const notes = await visitor.get('/Account/Notifications')
    expect(notes.text).toContain('Your UPI ID changed')
  })

  test('is the sign-in dialog with the reason for a guest', async () => {
    const visitor = newVisitor()
    const answer = await visitor.get('/Deals?page=2&dialog=withdraw')
    expect(answer.location).toBe('/Deals?page=2&dialog=sign-in')
    expect((await visitor.follow(answer)).text).toContain('Please login first!')
  })
})

describe('Share Now', () => {
  test('shows a member the referral link for WhatsApp or SMS', async () => {
    const { visitor } = await signedIn({ referral_code: 'ASHA-SHARES' })
    const page = await visitor.get('/HowitWorks?dialog=refer')
    expect(page.body).toContain('value="http://localhost:3000/?ref=ASHA-SHARES"')
    const link = encodeURIComponent('http://localhost:3000/?ref=ASHA-SHARES')
    expect(page.body).toMatch(new RegExp(`href="https://wa.me/\\?text=[^"]*${link}"`))
    expect(page.body).toMatch(new RegExp(`href="sms:\\?body=[^"]*${link}"`))
  })
  test('tells a guest ‘Please login first!’', async () => {
    const visitor = newVisitor()
    const answer = await visitor.get('/HowitWorks?dialog=refer')
    expect(answer.location).toBe('/HowitWorks?dialog=sign-in')
    expect((await visitor.follow(answer)).text).toContain('Please login first!')
  })
})

test.each([
  ['/Account', 'Profile'],
  ['/Account/Privacy', 'Profile'],
  ['/Account/Visits', 'My Cashback'],
  ['/Account/History', 'History'],
  ['/Account/Statement', 'History'],
  ['/Account/Wallet', 'Wallet'],
  ['/Account/Notifications', 'Notifications'],
  ['/Account/Stores', 'Stores'],
  ['/Account/Referral', 'Referral'],
  ['/Account/ChangePassword', 'Change Password'],
])('%s is marked in the row of the account as %s', async (path, label) => {
  const { visitor } = await signedIn()
  const { body } = await visitor.get(path)
  const row = /<nav aria-label="Account"[^]*?<\/nav>/.exec(body)![0]
  const marked = [...row.matchAll(/<a [^>]*aria-current="(?:page|true)"[^>]*>([^]*?)<\/a>/g)]
  expect(marked.map(([, inner]) => inner!.replace(/<[^>]*>/g, '').trim())).toEqual([label])
})
