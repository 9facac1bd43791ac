import { statements, type Statement } from './statement'
import type { Json } from '../api/client'
import { once } from './traveller'
import { asha, type Walk } from './walk'

interface Session {
  token: string
  userId: number
}

const session = (walk: Walk) =>
  once(walk, 'session', async () => {
    const { phone_number, password } = asha
    return (await walk.api().post('/api/login', { phone_number, password })).body as Session
  })

const get = (path: string) => async (walk: Walk) => {
  const { status, body } = await walk.api().get(path)
  return { status, body: body as Json }
}

const post = (path: string, fields: object) => async (walk: Walk) => {
  const { status, body } = await walk.api().post(path, fields)
  return [status, body.message as unknown]
}

/** As the demo's member; `:me` is their id. */
const mine = (path: string) => async (walk: Walk) => {
  const { token, userId } = await session(walk)
  return (await walk.api(token).get(path.replace(':me', String(userId)))).status
}

const send = (path: string, fields: (userId: number) => object) => async (walk: Walk) => {
  const { token, userId } = await session(walk)
  const { status, body } = await walk.api(token).post(path.replace(':me', String(userId)), fields(userId))
  return [status, body.message as unknown]
}

const first = async (walk: Walk): Promise<Json> => (await walk.api().get('/api/get-campains')).body.data[0]

const LISTS = [
  '/api/get-campains',
  '/api/coupons',
  '/api/all-brands',
  '/api/CouponOffer/voltwala',
  '/api/category-coupons/Travel',
]

const OWN = [
  '/api/tdetails/:me',
  '/api/notification/:me',
  '/api/getimage/:me',
  '/api/bank-details/:me',
  '/api/upi-details/:me',
]

const NEW = { email: 'ilango@mail.example', phone_number: '9812345601' }

export const api: Statement[] = statements('For programs', [
  ...LISTS.map((path): [string, Statement['see'], unknown] => [
    `GET ${path}: success and data`,
    async (walk) => {
      const { status, body } = await get(path)(walk)
      return [status, body.success, body.data.length > 0]
    },
    [200, true, true],
  ]),
  ...OWN.flatMap((path): [string, Statement['see'], unknown][] => [
    [
      `GET ${path} of a guest`,
      async (walk) => {
        const { status, body } = await get(path.replace(':me', '1'))(walk)
        return [status, body.message]
      },
      [401, 'Authentication token is missing'],
    ],
    [
      `GET ${path} of another member`,
      async (walk) => {
        const { token, userId } = await session(walk)
        return (await walk.api(token).get(path.replace(':me', String(userId + 1)))).status
      },
      403,
    ],
  ]),
  ['GET /api/tdetails of oneself', mine('/api/tdetails/:me'), 200],
  ['GET /api/notification of oneself', mine('/api/notification/:me'), 200],
  ['GET /api/bank-details of oneself', mine('/api/bank-details/:me'), 200],
  ['GET /api/upi-details of oneself', mine('/api/upi-details/:me'), 200],
  [
    'POST /api/login has the session values',
    async (walk) =>
      Object.keys(await session(walk)).filter((name) =>
        ['token', 'userId', 'balance', 'username', 'email', 'referral_code', 'phone_number'].includes(name),
      ).length,
    7,
  ],
  [
    'POST /api/login with a wrong password',
    post('/api/login', { phone_number: asha.phone_number, password: 'wrong' }),
    [401, 'Wrong password! Please try again.'],
  ],
  [
    'POST /api/login-otp-exists of a member',
    async (walk) =>
      (await walk.api().post('/api/login-otp-exists', { phone_number: asha.phone_number })).body.status,
    'User exists',
  ],
  [
    'POST /api/login-otp-exists of nobody',
    async (walk) =>
      (await walk.api().post('/api/login-otp-exists', { phone_number: '9812300009' })).body.status ===
      'User exists',
    false,
  ],
  [
    'POST /api/check-user-exist: free',
    async (walk) => (await walk.api().post('/api/check-user-exist', NEW)).status,
    200,
  ],
  [
    'POST /api/check-user-exist: e-mail',
    post('/api/check-user-exist', { ...NEW, email: asha.email }),
    [409, 'Email already exists'],
  ],
  [
    'POST /api/check-user-exist: number',
    post('/api/check-user-exist', { ...NEW, phone_number: asha.phone_number }),
    [409, 'Phone number already exists'],
  ],
  [
    'POST /api/check-user-exist: both',
    post('/api/check-user-exist', { email: asha.email, phone_number: asha.phone_number }),
    [409, 'Both email and phone number already exist'],
  ],
  [
    'POST /api/signup without a code',
    post('/api/signup', {
      ...NEW,
      username: 'Ilango',
      password: 'a quiet river',
      referred_by: '',
      agreeToTerms: true,
      otp_token: 'none',
    }),
    [401, 'Please verify your number first.'],
  ],
  [
    'POST /api/signup with a code',
    async (walk) => {
      const guest = walk.api()
      const number = { phone_number: NEW.phone_number, purpose: 'sign-up' }
      const { body: sent } = await guest.post('/api/otp/send', number)
      const { body: proof } = await guest.post('/api/otp/verify', {
        ...number,
        challenge: sent.challenge,
        otp: sent.demo_code,
      })
      const { body } = await guest.post('/api/signup', {
        ...NEW,
        username: 'Ilango',
        password: 'a quiet river',
        referred_by: '',
        agreeToTerms: true,
        otp_token: proof.otp_token,
      })
      return [typeof body.token, body.balance]
    },
    ['string', 0],
  ],
  [
    'POST /api/login-otp without a code',
    async (walk) =>
      (await walk.api().post('/api/login-otp', { phone_number: asha.phone_number, otp_token: 'none' }))
        .status,
    401,
  ],
  [
    'POST /api/forget-password without a code',
    async (walk) =>
      (
        await walk.api().post('/api/forget-password', {
          phone_number: asha.phone_number,
          new_password: 'a quiet river',
          otp_token: 'none',
        })
      ).status,
    401,
  ],
  [
    'GET /api/topStores reads topStores',
    async (walk) => (await get('/api/topStores')(walk)).body.topStores.length > 0,
    true,
  ],
  ['GET /api/stores is an array', async (walk) => Array.isArray((await get('/api/stores')(walk)).body), true],
  [
    'GET /api/limited-offer is one object',
    async (walk) => typeof (await get('/api/limited-offer')(walk)).body.title,
    'string',
  ],
  [
    'GET /api/single-coupon/:id',
    async (walk) => (await get(`/api/single-coupon/${(await first(walk)).id}`)(walk)).status,
    200,
  ],
  [
    'GET /api/coupon/:slug of nothing',
    async (walk) => {
      const { status, body } = await get('/api/coupon/none')(walk)
      return [status, body.message]
    },
    [404, 'Coupon not found'],
  ],
  [
    'GET /api/:couponId/feedback has its figures',
    async (walk) =>
      Object.keys((await get(`/api/${(await first(walk)).id}/feedback`)(walk)).body).filter((name) =>
        ['percentage', 'yesCount', 'noCount'].includes(name),
      ).length,
    3,
  ],
  [
    'POST /api/feedback of a guest',
    async (walk) =>
      (
        await walk
          .api()
          .post('/api/feedback', { user_id: 1, coupon_id: (await first(walk)).id, feedback: 'yes' })
      ).status,
    401,
  ],
  [
    'GET /api/get-click of a member',
    async (walk) => {
      const { token, userId } = await session(walk)
      const { body } = await walk
        .api(token)
        .get(`/api/get-click?user_id=${userId}&coupon_id=${(await first(walk)).id}`)
      return [body.success, new URL(body.trackingUrl).searchParams.has('p1')]
    },
    [true, true],
  ],
  [
    'GET /api/get-click of a guest',
    async (walk) =>
      (await get(`/api/get-click?user_id=9&coupon_id=${(await first(walk)).id}`)(walk)).body.success,
    false,
  ],
  [
    'POST /api/subscribe-details',
    post('/api/subscribe-details', { email: 'api@mail.example' }),
    [200, 'Thank you! You are subscribed.'],
  ],
  [
    'POST /api/subscribe-details without an address',
    async (walk) => (await walk.api().post('/api/subscribe-details', { email: 'x' })).body.message,
    'Please enter a valid email address.',
  ],
  [
    'POST /api/add-withdrow-details of a guest',
    async (walk) =>
      (await walk.api().post('/api/add-withdrow-details', { userId: 1, amount: 10, type: 'upi' })).status,
    401,
  ],
  [
    'POST /api/add-withdrow-details: 201 and updatedBalance',
    async (walk) => {
      const { token, userId } = await session(walk)
      const { status, body } = await walk
        .api(token)
        .post('/api/add-withdrow-details', { userId, amount: 10, type: 'bank' })
      return [status, typeof body.updatedBalance]
    },
    [201, 'number'],
  ],
  [
    'POST /api/add-withdrow-details above the balance',
    async (walk) => {
      const { token, userId } = await session(walk)
      const { body } = await walk
        .api(token)
        .post('/api/add-withdrow-details', { userId, amount: 999_999, type: 'bank' })
      return /^You can enter up to ₹[\d.]+ only\.$/.test(body.message)
    },
    true,
  ],
  [
    'POST /api/users-change without an id',
    send('/api/users-change', () => ({ currentPassword: 'x', newPassword: 'y', confirmNewPassword: 'y' })),
    [400, 'User ID is missing'],
  ],
  [
    'POST /api/users-change with empty fields',
    send('/api/users-change/:me', () => ({ currentPassword: '', newPassword: '', confirmNewPassword: '' })),
    [400, 'All fields are required'],
  ],
  [
    'POST /api/users-change with unequal ones',
    send('/api/users-change/:me', () => ({
      currentPassword: asha.password,
      newPassword: 'a quiet river',
      confirmNewPassword: 'b',
    })),
    [422, 'New password and confirm password do not match'],
  ],
  [
    'POST /api/upi-details with a wrong one',
    async (walk) => {
      const { token, userId } = await session(walk)
      return (await walk.api(token).post('/api/upi-details', { userId, upi: 'x' })).status >= 400
    },
    true,
  ],
  [
    'an unknown call',
    async (walk) => {
      const { status, body } = await get('/api/none/at/all')(walk)
      return [status, body.message]
    },
    [404, 'There is no such call. /api/docs lists them all.'],
  ],
])
