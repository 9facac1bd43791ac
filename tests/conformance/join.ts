import { shows, statements, type Statement } from './statement'
import { codeIn, once, PASSWORD, PERSON, send, signUp, wrongFor } from './traveller'
import { asha, ravi, type Walk } from './walk'

const has = (page: { text: string }, text: string) =>
  page.text.includes(text) ? text : page.text.slice(0, 200)

const post = (walk: Walk, path: string, fields: Record<string, string>) => send(walk.guest(), path, fields)

const signUpWith = (walk: Walk, fields: Record<string, string>) =>
  post(walk, '/auth/sign-up', {
    from: '/?dialog=sign-up',
    username: 'Leela Das',
    phone_number: '9812345699',
    email: 'leela@mail.example',
    password: PASSWORD,
    agreeToTerms: 'on',
    ...fields,
  })

/** Rows whose check is that a page has a text. */
const says = (rows: [text: string, page: (walk: Walk) => Promise<{ text: string }>, right: string][]) =>
  statements(
    'Sign-up and sign-in',
    rows.map(([text, page, right]) => [
      `${text}: '${right}'`,
      async (walk) => has(await page(walk), right),
      right,
    ]),
  )

/** By a code, with one wrong try first. */
const byCode = async (walk: Walk, path: string, phone_number: string) => {
  const visitor = walk.guest()
  const asked = await send(visitor, path, { from: `/?dialog=${path.slice(6)}`, phone_number })
  return { visitor, asked, enter: (otp: string) => send(visitor, '/auth/otp', { from: '/?dialog=otp', otp }) }
}

const NEW_PASSWORD = 'another quiet river'

const resetOnce = (walk: Walk) =>
  once(walk, 'reset', async () => {
    const { visitor, asked, enter } = await byCode(walk, '/auth/forgot-password', ravi.phone_number)
    const proven = await enter(codeIn(asked))
    const choose = (confirm_password: string) =>
      send(visitor, '/auth/reset-password', {
        from: '/?dialog=reset-password',
        new_password: NEW_PASSWORD,
        confirm_password,
      })
    const unequal = await choose('different')
    return { proven, unequal, done: await choose(NEW_PASSWORD) }
  })

const MISSING = {
  username: 'Enter your full name.',
  phone_number: 'Enter your mobile number.',
  email: 'Enter your e-mail address.',
  password: 'Enter your password.',
}

export const join: Statement[] = [
  ...shows('Sign-up and sign-in', '/Singup', [
    'Sign Up',
    'Full name',
    'Mobile number',
    'E-mail',
    'Password',
    'Referral code',
    'Terms and Conditions',
    'Privacy Policy',
  ]),
  ...says([
    ...Object.entries(MISSING).map(
      ([field, text]): [string, (walk: Walk) => Promise<{ text: string }>, string] => [
        `sign-up without ${field}`,
        (walk) => signUpWith(walk, { [field]: '' }),
        text,
      ],
    ),
    [
      'sign-up without the terms',
      (walk) => signUpWith(walk, { agreeToTerms: '' }),
      'Please accept the terms.',
    ],
    [
      'sign-up with a short password',
      (walk) => signUpWith(walk, { password: 'short' }),
      'Please choose a password of 8 to 128 characters.',
    ],
    [
      'sign-up with a common password',
      (walk) => signUpWith(walk, { password: 'password1' }),
      'This password is too common. Please choose another one.',
    ],
    [
      'sign-up with an unknown referral code',
      (walk) => signUpWith(walk, { referred_by: 'NOBODY99' }),
      'Referral code not found.',
    ],
    [
      'sign-up with a wrong number',
      (walk) => signUpWith(walk, { phone_number: '123' }),
      'Please enter a valid 10-digit mobile number.',
    ],
    [
      'sign-up with a taken e-mail',
      (walk) => signUpWith(walk, { email: asha.email }),
      'Email already exists!',
    ],
    [
      'sign-up with a taken number',
      (walk) => signUpWith(walk, { phone_number: asha.phone_number }),
      'Phone number already exists!',
    ],
    [
      'sign-up with both taken',
      (walk) => signUpWith(walk, { phone_number: asha.phone_number, email: asha.email }),
      'Both email and phone number already exist!',
    ],
    ['sign-up leads to the code step', async (walk) => (await signUp(walk)).asked, 'OTP Verification'],
    [
      'in the demo the code is shown',
      async (walk) => (await signUp(walk)).asked,
      'Demo mode: no SMS is sent. Your code is',
    ],
    [
      'a new code cannot be sent at once',
      async (walk) => (await signUp(walk)).asked,
      'You can ask for a new code in',
    ],
    ['a wrong code', async (walk) => (await signUp(walk)).wrong, 'Oops... Wrong OTP. Please try again.'],
    ['the right code', async (walk) => (await signUp(walk)).signedUp, 'Signup Successful!'],
    [
      'a wrong password',
      (walk) =>
        post(walk, '/auth/sign-in', {
          from: '/?dialog=sign-in',
          phone_number: asha.phone_number,
          password: 'no',
        }),
      'Wrong password! Please try again.',
    ],
    [
      'an unknown number',
      (walk) =>
        post(walk, '/auth/sign-in', {
          from: '/?dialog=sign-in',
          phone_number: '9812300000',
          password: PASSWORD,
        }),
      'Wrong password! Please try again.',
    ],
    [
      'the right password',
      (walk) =>
        post(walk, '/auth/sign-in', {
          from: '/?dialog=sign-in',
          phone_number: asha.phone_number,
          password: asha.password,
        }),
      'You are signed in.',
    ],
    [
      'a code for an unknown number',
      (walk) => post(walk, '/auth/otp-sign-in', { from: '/?dialog=otp-sign-in', phone_number: '9812300000' }),
      '❌ User does not exist. Please sign up.',
    ],
    [
      'fewer than four digits',
      async (walk) => (await byCode(walk, '/auth/otp-sign-in', asha.phone_number)).enter('12'),
      'Please enter the 4 digits of your code.',
    ],
    [
      'sign-in by code',
      async (walk) => {
        const step = await byCode(walk, '/auth/otp-sign-in', PERSON.phone_number)
        return step.enter(codeIn(step.asked))
      },
      'You are signed in.',
    ],
    [
      'three wrong tries',
      async (walk) => {
        const step = await byCode(walk, '/auth/otp-sign-in', '9000000003')
        const otp = wrongFor(codeIn(step.asked))
        await step.enter(otp)
        await step.enter(otp)
        return step.enter(otp)
      },
      'This code has expired. Please ask for a new one.',
    ],
    [
      'a proven number leads to the new password',
      async (walk) => (await resetOnce(walk)).proven,
      'New password',
    ],
    [
      'unequal new passwords',
      async (walk) => (await resetOnce(walk)).unequal,
      'password and confirm password not match',
    ],
    [
      'unequal new passwords at the field',
      async (walk) => (await resetOnce(walk)).unequal,
      'Passwords do not match!',
    ],
    ['a new password', async (walk) => (await resetOnce(walk)).done, 'Password reset successful!'],
    [
      'sign-in with it',
      async (walk) => {
        await resetOnce(walk)
        return post(walk, '/auth/sign-in', {
          from: '/?dialog=sign-in',
          phone_number: ravi.phone_number,
          password: NEW_PASSWORD,
        })
      },
      'You are signed in.',
    ],
    [
      'the former password',
      async (walk) => {
        await resetOnce(walk)
        return post(walk, '/auth/sign-in', {
          from: '/?dialog=sign-in',
          phone_number: ravi.phone_number,
          password: ravi.password,
        })
      },
      'Wrong password! Please try again.',
    ],
  ]),
  ...statements('Sign-up and sign-in', [
    [
      'sign-up signs in and keeps the page',
      async (walk) => {
        const { visitor, signedUp } = await signUp(walk)
        return [visitor.cookies.has('token'), signedUp.text.includes('Top Stores')]
      },
      [true, true],
    ],
    [
      'the name is in the account',
      async (walk) => (await (await signUp(walk)).visitor.get('/Account')).text.includes(PERSON.username),
      true,
    ],
    [
      'a password is never given back, a name is',
      async (walk) => {
        const { body } = await signUpWith(walk, { email: '' })
        return [body.includes('Leela Das'), body.includes(PASSWORD)]
      },
      [true, false],
    ],
    [
      'a member is led from /Singup to home',
      async (walk) => {
        const { status, location } = await walk.page('/Singup', 'member')
        return [status, location]
      },
      [302, '/'],
    ],
    [
      'the code is typed into one field',
      async (walk) => {
        const fields = (await signUp(walk)).asked.body.match(/<input[^>]*name="otp"[^>]*>/g) ?? []
        return [fields.length, fields[0]?.includes('inputMode="numeric"')]
      },
      [1, true],
    ],
    ...['sign-in', 'sign-up', 'otp-sign-in', 'forgot-password'].map(
      (name): [string, Statement['see'], unknown] => [
        `a GET of /auth/${name} opens its dialog`,
        async (walk) => (await walk.page(`/auth/${name}`)).location,
        `/?dialog=${name}`,
      ],
    ),
  ]),
  ...statements('Links in mails', [
    ...['/auth/email/x', '/auth/email/x/undo', '/auth/lost-number/x', '/auth/lost-number/x/stop'].map(
      (path): [string, Statement['see'], unknown] => [
        `an ended link: ${path}`,
        async (walk) => {
          const page = await walk.page(path)
          return [page.status, has(page, 'This link was used, or it is too old.')]
        },
        [404, 'This link was used, or it is too old.'],
      ],
    ),
    [
      'the code of a link without one leads to its form',
      async (walk) => (await walk.page('/auth/lost-number/x/code')).location,
      '/auth/lost-number/x',
    ],
    [
      'every address gets the same answer',
      async (walk) => {
        const pages = await Promise.all(
          ['asha@demo.example', 'nobody@mail.example'].map((email) =>
            post(walk, '/auth/lost-number', { from: '/auth/lost-number', email }),
          ),
        )
        return pages.map((page) => has(page, 'If a number can be changed with this address'))
      },
      ['If a number can be changed with this address', 'If a number can be changed with this address'],
    ],
  ]),
]
