import { describeAnswer, count, linksTo, shows, statements, getStatus, type Statement } from './statement'
import { buy, PASSWORD, PERSON, send, signUp, withdraw } from './traveller'
import type { Walk } from './walk'

const PAGES = [
  '/Account',
  '/Account/Visits',
  '/Account/History',
  '/Account/Statement',
  '/Account/Wallet',
  '/Account/Referral',
  '/Account/ChangePassword',
  '/Account/Privacy',
  '/Account/Notifications',
]

const TABS = {
  Profile: '/Account',
  'My Cashback': '/Account/Visits',
  History: '/Account/History',
  Wallet: '/Account/Wallet',
  Referral: '/Account/Referral',
  'Change Password': '/Account/ChangePassword',
  Logout: '/Account?dialog=logout',
  'Your data': '/Account/Privacy',
}

const NEXT = 'a louder river at dusk'

const own = async (walk: Walk, path: string) => (await signUp(walk)).visitor.get(path)

const has = (page: { text: string }, text: string) =>
  page.text.includes(text) ? text : page.text.slice(0, 200)

const says = (
  section: string,
  rows: [text: string, page: (walk: Walk) => Promise<{ text: string }>, right: string][],
) =>
  statements(
    section,
    rows.map(([text, page, right]) => [
      `${text}: '${right}'`,
      async (walk) => has(await page(walk), right),
      right,
    ]),
  )

const change = (walk: Walk, currentPassword: string, newPassword: string, confirmNewPassword = newPassword) =>
  signUp(walk).then(({ visitor }) =>
    send(visitor, '/Account/ChangePassword', {
      from: '/Account/ChangePassword',
      currentPassword,
      newPassword,
      confirmNewPassword,
    }),
  )

const details = (walk: Walk, fields: Record<string, string>) =>
  signUp(walk).then(({ visitor }) =>
    send(visitor, '/Account/details', {
      from: '/Account?edit=details',
      username: PERSON.username,
      email: PERSON.email,
      password: PASSWORD,
      ...fields,
    }),
  )

const bank = (walk: Walk, fields: Record<string, string> = {}) =>
  signUp(walk).then(({ visitor }) =>
    send(visitor, '/Account/Wallet/bank', {
      from: '/Account/Wallet?edit=bank',
      acc_number: '001234567890',
      acc_holder_name: 'Kavya Rao',
      ifsc_code: 'ABCD0123456',
      bank_name: '',
      ...fields,
    }),
  )

const balance = (page: { body: string }, name: string) =>
  new RegExp(`data-balance="${name}"[^>]*>([^<]*)<`).exec(page.body)?.[1]

export const account: Statement[] = [
  ...statements(
    'The account',
    PAGES.flatMap((path): [string, Statement['see'], unknown][] => [
      [`a guest is led from ${path} away`, async (walk) => getStatus(await walk.page(path)), 302],
      [`a member sees ${path}`, async (walk) => getStatus(await walk.page(path, 'member')), 200],
      [
        `${path} is noindex`,
        async (walk) => (await walk.page(path, 'member')).body.includes('content="noindex"'),
        true,
      ],
      [
        `${path} is not kept`,
        async (walk) => (await walk.page(path, 'member')).headers.get('Cache-Control'),
        'private, no-store',
      ],
    ]),
  ),
  ...linksTo('The account', '/Account', TABS, 'member'),
  ...shows(
    'Profile, `/Account`',
    '/Account',
    [
      'Asha Verma',
      'Member since',
      'Profile image',
      'Upload image',
      'Your details',
      'Full name',
      'Mobile number',
      'E-mail',
      'Referral code',
      'Edit details',
      'Where you are signed in',
      'This device',
    ],
    'member',
  ),
  ...says('Profile, `/Account`', [
    ['a new name', (walk) => details(walk, { username: 'Kavya S Rao' }), 'Your details are saved.'],
    [
      'a wrong password',
      (walk) => details(walk, { username: 'Kavya', password: 'wrong' }),
      'Wrong password! Please try again.',
    ],
    ['a taken e-mail', (walk) => details(walk, { email: 'asha@demo.example' }), 'Email already exists!'],
    [
      'no image',
      async (walk) => (await signUp(walk)).visitor.follow(await upload(walk)),
      'Please select an image',
    ],
  ]),
  ...statements('Profile, `/Account`', [
    ['a person without an image has none', async (walk) => getStatus(await own(walk, '/Account/image')), 404],
  ]),
  ...shows(
    'History, `/Account/History`',
    '/Account/History',
    ['Transaction', 'Date', 'Status', 'Amount', 'Balance', 'Show', 'Download statement (CSV)'],
    'member',
  ),
  ...statements('History, `/Account/History`', [
    [
      'an id has its prefix and suffix',
      async (walk) => /TXN\d{8}DD/.test((await walk.page('/Account/History', 'member')).text),
      true,
    ],
    [
      'past its last page it says so',
      async (walk) =>
        (await walk.page('/Account/History?page=999', 'member')).text.includes(
          'No transactions on this page.',
        ),
      true,
    ],
    [
      'a filter without results leads back',
      async (walk) => (await own(walk, '/Account/History?kind=referral')).text.includes('All transactions'),
      true,
    ],
    [
      'the statement is CSV',
      async (walk) =>
        (await walk.page('/Account/History/statement.csv', 'member')).headers
          .get('Content-Type')
          ?.split(';')[0],
      'text/csv',
    ],
    [
      'a new member has none',
      async (walk) =>
        (await walk.page('/Account/History?kind=adjustments', 'member')).text.includes('All transactions'),
      true,
    ],
  ]),
  ...shows('Sums', '/Account/Visits', ['You can withdraw now', 'Pending', 'Paid to you'], 'member'),
  ...shows(
    'My Cashback, `/Account/Visits`',
    '/Account/Visits',
    ['My Cashback', 'DV-', 'Tracked', 'Withdrawable'],
    'member',
  ),
  ...statements('My Cashback, `/Account/Visits`', [
    [
      'past its last page it says so',
      async (walk) =>
        (await walk.page('/Account/Visits?page=999', 'member')).text.includes('No visits on this page.'),
      true,
    ],
  ]),
  ...statements('A new claim, `/Account/Claims/new`', [
    [
      'another person’s visit is a 404 with the reason',
      async (walk) => {
        const page = await own(walk, '/Account/Claims/new?visit=DV-00000000')
        return [getStatus(page), page.text.includes('There is no such visit or withdrawal in your account.')]
      },
      [404, true],
    ],
    [
      'the form of a question has its text, an optional file and its button',
      async (walk) => {
        const [number] = /DV-[0-9A-Z]{8}/.exec((await walk.page('/Account/Visits', 'member')).text)!
        const { text } = await walk.page(`/Account/Claims/new?visit=${number}&kind=question`, 'member')
        return ['What happened?', 'Invoice or picture', 'Optional.', 'Send claim'].filter(
          (part) => !text.includes(part),
        )
      },
      [],
    ],
  ]),
  ...statements('A claim, `/Account/Claims/:id`', [
    [
      'an unknown number is a 404 with the reason',
      async (walk) => {
        const page = await own(walk, '/Account/Claims/999999')
        return [getStatus(page), page.text.includes('There is no such claim in your account.')]
      },
      [404, true],
    ],
  ]),
  ...statements('A visit, `/Account/Visits/:number`', [
    [
      'an unknown number is a 404 with the reason',
      async (walk) => {
        const page = await own(walk, '/Account/Visits/DV-00000000')
        return [getStatus(page), page.text.includes('There is no such visit in your account.')]
      },
      [404, true],
    ],
    [
      'a malformed number is the same 404',
      async (walk) => getStatus(await own(walk, '/Account/Visits/DV-1')),
      404,
    ],
  ]),
  ...shows(
    'Statement, `/Account/Statement`',
    '/Account/Statement',
    ['Period', 'April to March', 'Between two days', 'First day', 'Last day', 'Opening balance', ', so far'],
    'member',
  ),
  ...says('Statement, `/Account/Statement`', [
    [
      'a reversed period is refused',
      (walk) => walk.page('/Account/Statement?from=2026-05-01&to=2026-04-01', 'member'),
      'The last day is before the first one.',
    ],
    [
      'a period without movements says so',
      (walk) => walk.page('/Account/Statement?month=2019-01', 'member'),
      'No transactions in this period.',
    ],
  ]),
  ...statements('Statement, `/Account/Statement`', [
    [
      'it is there as CSV',
      async (walk) =>
        (await walk.page('/Account/Statement/statement.csv?month=2026-10', 'member')).headers
          .get('Content-Type')
          ?.split(';')[0],
      'text/csv',
    ],
  ]),
  ...shows(
    'Wallet, `/Account/Wallet`',
    '/Account/Wallet',
    [
      'You can withdraw now',
      'Redeem',
      'Pending',
      'On its way to you',
      'Bank details',
      'UPI details',
      'Withdrawals',
    ],
    'member',
  ),
  ...says('Wallet, `/Account/Wallet`', [
    ['UPI details', async (walk) => (await withdraw(walk)).saved, 'Added Successfully!'],
    [
      'an invalid UPI ID is refused',
      (walk) =>
        signUp(walk).then(({ visitor }) =>
          send(visitor, '/Account/Wallet/upi', { from: '/Account/Wallet?edit=upi', upi: 'kavya' }),
        ),
      'Please enter a valid UPI ID, such as name@bank.',
    ],
    [
      'a wrong IFSC code is refused',
      (walk) => withdraw(walk).then(() => bank(walk, { ifsc_code: 'X' })),
      'Please enter a valid IFSC code, such as ABCD0123456.',
    ],
    [
      'a short account number is refused',
      (walk) => bank(walk, { acc_number: '12' }),
      'Please enter an account number of 9 to 18 digits.',
    ],
    ['bank details', (walk) => bank(walk), 'Added Successfully!'],
    ['other bank details', (walk) => bank(walk, { acc_holder_name: 'Kavya S Rao' }), 'Updated Successfully!'],
    ['the CRN number has its label', (walk) => own(walk, '/Account/Wallet?edit=bank'), 'CRN Number'],
    ['a change holds withdrawals', (walk) => own(walk, '/Account/Wallet'), 'on hold'],
  ]),
  ...statements('Wallet, `/Account/Wallet`', [
    [
      'a reported sale is pending',
      async (walk) => balance((await buy(walk)).waiting, 'pending'),
      'Rs. 400.00',
    ],
    [
      'details are shown in part',
      async (walk) => {
        await withdraw(walk)
        return (await own(walk, '/Account/Wallet')).text.includes('001234567890')
      },
      false,
    ],
  ]),
  ...says('Withdrawing', [
    [
      'without details of the method',
      async (walk) => (await withdraw(walk)).without,
      'Please Add Bank or Upi details First!',
    ],
    [
      'an invalid amount is refused',
      async (walk) => (await withdraw(walk)).wrong,
      '❌ Withdrawal error: Please enter a valid amount.',
    ],
    [
      'an amount above the balance is refused',
      async (walk) => (await withdraw(walk)).over,
      'You can enter up to ₹400.00 only.',
    ],
    ['a withdrawal', async (walk) => (await withdraw(walk)).done, '✅ Withdrawal successful'],
    ['the same form again', async (walk) => (await withdraw(walk)).repeated, '✅ Withdrawal successful'],
    [
      'the same form with another amount',
      async (walk) => (await withdraw(walk)).reused,
      'This request was already made, for Rs. 150.00. Nothing more was withdrawn.',
    ],
    ['its state', (walk) => own(walk, '/Account/Wallet'), 'Requested'],
    [
      'the minimum',
      (walk) => Promise.resolve(walk.page('/Account/Wallet?dialog=withdraw', 'member')),
      'The minimum withdraw amount is 0.',
    ],
  ]),
  ...statements('Withdrawing', [
    [
      'it was withdrawn once',
      async (walk) => {
        const { done } = await withdraw(walk)
        return /On its way to you\s+(Rs\. [\d.]+)/.exec(done.text)?.[1]
      },
      'Rs. 150.00',
    ],
    [
      'bank is chosen where there are details of both',
      async (walk) =>
        /<input[^>]*value="bank"[^>]*>/
          .exec((await walk.page('/Account/Wallet?dialog=withdraw', 'member')).body)?.[0]
          .includes('checked'),
      true,
    ],
    [
      'it can be cancelled',
      async (walk) => {
        await withdraw(walk)
        const { visitor } = await signUp(walk)
        const id = /name="withdrawal" value="(\d+)"/.exec((await visitor.get('/Account/Wallet')).body)![1]!
        return has(
          await send(visitor, '/Account/Wallet/cancel', { from: '/Account/Wallet', withdrawal: id }),
          'Withdrawal cancelled Rs. 150.00 is back in your wallet.',
        )
      },
      'Withdrawal cancelled Rs. 150.00 is back in your wallet.',
    ],
    [
      'another member’s withdrawal cannot be cancelled',
      async (walk) =>
        has(
          await send(walk.member, '/Account/Wallet/cancel', {
            from: '/Account/Wallet',
            withdrawal: '999999',
          }),
          'There is no such withdrawal.',
        ),
      'There is no such withdrawal.',
    ],
  ]),
  ...statements('Notifications, `/Account/Notifications`', [
    [
      'a sale raises a notification',
      async (walk) => {
        await buy(walk)
        return count(await own(walk, '/Account/Notifications'), /Mark as read/g) > 0
      },
      true,
    ],
    [
      'all can be marked as read',
      async (walk) => {
        await buy(walk)
        return (await own(walk, '/Account/Notifications')).text.includes('Mark all as read')
      },
      true,
    ],
    ['a guest has no header facts', async (walk) => getStatus(await walk.page('/Account/header.json')), 401],
  ]),
  ...statements('Stores you follow, `/Account/Stores`', [
    [
      'a store that is followed is listed with a way to end it',
      async (walk) => {
        const store = '/Offers/voltwala'
        await send(walk.member, store, { from: store, follow: 'yes' })
        const { text } = await walk.member.get('/Account/Stores')
        return [text.includes('Voltwala'), text.includes('Unfollow')]
      },
      [true, true],
    ],
    [
      'a store that is not there is named so',
      async (walk) =>
        has(
          await send(walk.member, '/Account/Stores', { from: '/Account/Stores', store: 'nothing' }),
          'This store is no longer there.',
        ),
      'This store is no longer there.',
    ],
  ]),
  ...shows(
    'Referral, `/Account/Referral`',
    '/Account/Referral',
    ['Your link', 'WhatsApp', 'SMS', 'Copy link', 'Who joined'],
    'member',
  ),
  ...statements('Referral, `/Account/Referral`', [
    [
      'the code and the link are in fields to copy',
      async (walk) => {
        const { body } = await walk.page('/Account/Referral', 'member')
        return [body.includes('aria-label="Your referral code"'), /value="[^"]*\/\?ref=\w+"/.test(body)]
      },
      [true, true],
    ],
  ]),
  ...says('Change Password, `/Account/ChangePassword`', [
    ['an empty field is refused', (walk) => change(walk, '', NEXT), 'All fields are required'],
    ['an empty field says so at the field', (walk) => change(walk, '', NEXT), 'Enter your current password.'],
    [
      'unequal new passwords are refused',
      (walk) => change(walk, PASSWORD, NEXT, 'other'),
      'New password and confirm password do not match',
    ],
    [
      'a wrong current password is refused',
      (walk) => change(walk, 'wrong', NEXT),
      'Wrong password! Please try again.',
    ],
    [
      'the current password as the new one is refused',
      (walk) => change(walk, PASSWORD, PASSWORD),
      'Please choose a password that is not your current one.',
    ],
    ['a new one', (walk) => change(walk, PASSWORD, NEXT), 'Password changed successfully!'],
  ]),
  ...shows(
    'Your data, `/Account/Privacy`',
    '/Account/Privacy',
    ['Download as JSON', 'Download as CSV', 'Delete your account'],
    'member',
  ),
  ...statements('Your data, `/Account/Privacy`', [
    [
      'the data are JSON',
      async (walk) =>
        JSON.stringify(JSON.parse((await walk.page('/Account/Privacy/data.json', 'member')).body)).includes(
          'Asha Verma',
        ),
      true,
    ],
    [
      'the data are CSV',
      async (walk) =>
        (await walk.page('/Account/Privacy/data.csv', 'member')).headers.get('Content-Type')?.split(';')[0],
      'text/csv',
    ],
    [
      'the deletion has its box',
      async (walk) =>
        (await own(walk, '/Account/Privacy')).text.includes(
          'Delete my account. I know that it cannot be brought back.',
        ),
      true,
    ],
    [
      'an account is not deleted without the box',
      async (walk) =>
        has(
          await send((await signUp(walk)).visitor, '/Account/Privacy', {
            from: '/Account/Privacy',
            password: NEXT,
          }),
          'Please confirm that your account is to be deleted.',
        ),
      'Please confirm that your account is to be deleted.',
    ],
  ]),
  ...statements('Sign-up and sign-in', [
    [
      'a logout is asked for',
      async (walk) => describeAnswer(await walk.page('/auth/sign-out')),
      [302, '/Account?dialog=logout'],
    ],
    [
      'it can be cancelled',
      async (walk) =>
        has(await walk.member.follow(await walk.member.get('/auth/stay?from=/Account')), 'Logout Cancelled'),
      'Logout Cancelled',
    ],
    [
      'a logout',
      async (walk) => {
        const { visitor } = await signUp(walk)
        const page = await send(visitor, '/auth/sign-out', { from: '/Account' })
        return [has(page, 'Logout! You are logged out successfully.'), visitor.cookies.has('token')]
      },
      ['Logout! You are logged out successfully.', false],
    ],
  ]),
]

async function upload(walk: Walk) {
  const { visitor } = await signUp(walk)
  const body = new FormData()
  body.set('from', '/Account')
  return visitor.request('/Account/image', {
    method: 'POST',
    body,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
}
