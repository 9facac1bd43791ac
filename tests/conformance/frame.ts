import { linksTo, plain, shows, statements, type Statement } from './statement'
import type { Walk } from './walk'

const suggestions = async (walk: Walk, text: string) =>
  (await walk.page(`/suggestions?q=${encodeURIComponent(text)}`)).body

const CATEGORIES = [
  'Electronics',
  'Fashion',
  'Health-&-Beauty',
  'Travel',
  'Sports',
  'Airlines',
  'Services',
  'Lifestyle',
  'Law',
]

const DIALOGS: [name: string, title: string, ...controls: string[]][] = [
  [
    'sign-in',
    'Hi, Welcome Back',
    'Mobile number',
    'Password',
    'Remember me',
    'Login',
    'Forgot Password',
    'Sign in with OTP',
    'Sign Up',
  ],
  ['sign-up', 'Sign Up', 'Full name', 'Mobile number', 'E-mail', 'Password', 'Referral code', 'Login'],
  [
    'otp-sign-in',
    'Login with OTP',
    'Mobile number',
    'Send OTP',
    'Login with password',
    'Lost your number?',
    'Sign Up',
  ],
  ['otp', 'OTP Verification', 'There is no code to enter here. Please ask for one first.'],
  ['forgot-password', 'Reset Password', 'Mobile number', 'Send OTP', 'Login'],
  ['reset-password', 'Reset Password', 'There is no code to enter here. Please ask for one first.'],
]

const MEMBERS: typeof DIALOGS = [
  ['logout', 'Are you sure?', 'You want to logout your account?!', 'Yes, logout', 'Cancel'],
  ['refer', 'Refer and Earn', 'Your link', 'WhatsApp', 'SMS', 'Copy link'],
  ['withdraw', 'Withdraw your cashback'],
]

const getDialog = (body: string) => plain(/<dialog open[\s\S]*?<\/dialog>/.exec(body)?.[0] ?? '')

const dialog =
  (who: 'guest' | 'member') =>
  ([name, title, ...controls]: (typeof DIALOGS)[number]): Statement[] =>
    statements(
      'Dialogs',
      [title, ...controls].map((text) => [
        `'${text}' is in the dialog ${name} of a ${who}`,
        async (walk) => getDialog((await walk.page(`/Aboutus?dialog=${name}`, who)).body).includes(text),
        true,
      ]),
    )

export const frame: Statement[] = [
  ...shows('Header and nav bar', '/Aboutus', [
    'Skip to content',
    'Skip to menu',
    'Menu',
    'Search',
    'Notifications',
    'Balance: Rs. 0.00',
    'Profile',
    'Popular Categories',
    'Deal Zone',
    'Join us for instant cashback!',
    'Discover discounts, deals, and more—sign up Now!',
    'Redeem',
    'View All Categories',
    'Top Deals',
    'Nothing new. We tell you here when your money moves.',
  ]),
  ...linksTo('Header and nav bar', '/Aboutus', {
    'Coupon Codes': '/Coupontopcodes',
    'Top Stores': '/Deals',
    'Share and Earn': '/HowitWorks',
    'View All Categories': '/CouponFilters/All',
    'View All': '/TopStores',
    DealDwaar: '/',
    ...Object.fromEntries(
      CATEGORIES.map((name) => [name, `/CouponFilters/${encodeURIComponent(name).replaceAll('%26', '&')}`]),
    ),
  }),
  ...statements('Header and nav bar', [
    [
      'the wallet opens the sign-in dialog of a guest',
      async (walk) =>
        /<a\b[^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>)[\s\S])*Balance:/.exec(
          (await walk.page('/Aboutus')).body,
        )?.[1],
      '/Aboutus?dialog=sign-in',
    ],
    [
      'the wallet leads a member to the wallet',
      async (walk) =>
        /<a\b[^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>)[\s\S])*Balance:/.exec(
          (await walk.page('/Aboutus', 'member')).body,
        )?.[1],
      '/Account/Wallet',
    ],
    [
      'Top Deals has the five most clicked stores',
      async (walk) =>
        (await walk.page('/Aboutus')).body
          .split('Top Deals</h2>')[1]!
          .split('View All')[0]!
          .match(/href="\/Offers\//g)?.length,
      5,
    ],
    [
      'the panel for guests is not there for members',
      async (walk) => {
        const { text } = await walk.page('/Aboutus', 'member')
        return [text.includes('Your account'), text.includes('Join us for instant cashback!')]
      },
      [true, false],
    ],
  ]),
  ...statements('Search', [
    [
      'the box is a GET form to /CouponFilters/All',
      async (walk) =>
        /<search[^>]*><form ([^>]*)>/
          .exec((await walk.page('/')).body)?.[1]
          ?.includes('method="get" action="/CouponFilters/All"'),
      true,
    ],
    [
      'the box is called Search brands and coupons',
      async (walk) => (await walk.page('/')).body.includes('aria-label="Search brands and coupons"'),
      true,
    ],
    [
      'suggestions hold the letters in any case',
      async (walk) => (await suggestions(walk, 'vOlT')).includes('Voltwala'),
      true,
    ],
    [
      'a suggested offer leads to its page',
      async (walk) => (await suggestions(walk, 'kurtas')).includes('/CouponsDetails/'),
      true,
    ],
    [
      'a suggested store leads to its page',
      async (walk) => (await suggestions(walk, 'voltwala')).includes('/Offers/voltwala'),
      true,
    ],
    [
      'blank suggests nothing',
      async (walk) =>
        (await Promise.all(['  ', 'kurtas'].map((text) => suggestions(walk, text)))).map((body) =>
          body.includes('/CouponsDetails/'),
        ),
      [false, true],
    ],
    [
      'Enter leads to the results',
      async (walk) => (await walk.page('/CouponFilters/All?q=kurtas')).text.includes('Results for “kurtas”'),
      true,
    ],
  ]),
  ...shows('Footer', '/Aboutus', ['Help and Support', 'Our Guidelines', 'Follow Us', 'Corporate site']),
  ...linksTo('Footer', '/Aboutus', {
    'Contact Us': '/Contactus',
    'About Us': '/Aboutus',
    Register: '/Singup',
    'Terms & Conditions': '/TermsConditions',
    'Privacy Policy': '/PrivacyPolicy',
    Disclaimer: '/Contactus',
  }),
  ...DIALOGS.flatMap(dialog('guest')),
  ...MEMBERS.flatMap(dialog('member')),
  ...statements('Dialogs', [
    [
      'a member has no sign-in dialog',
      async (walk) => {
        const { text, body } = await walk.member.follow(await walk.page('/Aboutus?dialog=sign-in', 'member'))
        return [text.includes('About Us'), body.includes('<dialog open')]
      },
      [true, false],
    ],
    [
      'a guest is asked to sign in before refer',
      async (walk) => {
        const guest = walk.guest()
        return getDialog((await guest.follow(await guest.get('/HowitWorks?dialog=refer'))).body).includes(
          'Please login first!',
        )
      },
      true,
    ],
    [
      'Close leads to the page without the parameter',
      async (walk) =>
        /<dialog open[\s\S]*?href="([^"]*)"/.exec((await walk.page('/Aboutus?dialog=sign-in')).body)?.[1],
      '/Aboutus',
    ],
  ]),
  ...shows('The frame', '/Aboutus', ['Your Gateway to Great Deals']),
]
