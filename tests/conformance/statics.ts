import { linksTo, shows, statements, getStatus, getTitle, type Statement } from './statement'

const TITLES = {
  '/HowitWorks': 'Refer and Earn | DealDwaar',
  '/Aboutus': 'About Us | DealDwaar',
  '/Contactus': 'Contact Us | DealDwaar',
  '/PrivacyPolicy': 'Privacy Policy | DealDwaar',
  '/TermsConditions': 'Terms & Conditions | DealDwaar',
  '/Flexpage': 'Flex Offer | DealDwaar',
}

const SECTIONS = [
  'What this is',
  'Affiliate links',
  'Your account',
  'Cashback',
  'Withdrawals',
  'Referrals',
  'Fair use',
  'What we answer for',
  'Changes and end',
  'Law and complaints',
]

export const statics: Statement[] = [
  ...statements('Static pages', [
    ...Object.entries(TITLES).flatMap(([path, title]): [string, Statement['see'], unknown][] => [
      [`${path} is a page`, async (walk) => getStatus(await walk.page(path)), 200],
      [`${path} has its title`, async (walk) => getTitle(await walk.page(path)), title],
    ]),
    [
      '/Flexpage is noindex',
      async (walk) => (await walk.page('/Flexpage')).body.includes('content="noindex"'),
      true,
    ],
  ]),
  ...shows('Static pages', '/HowitWorks', [
    'Refer and Earn',
    'Share and Earn',
    'How It Works',
    'Share Now',
    '20%',
  ]),
  ...linksTo('Static pages', '/HowitWorks', { 'Share Now': '/HowitWorks?dialog=refer' }),
  ...shows('Static pages', '/Contactus', [
    'Monday to Friday',
    '10 AM to 7 PM SGT',
    'Disclaimer',
    'Complaints',
  ]),
  ...shows('Static pages', '/Flexpage', ['Blank page for Flex Offer', 'E-mail address', 'Subscribe']),
  ...shows('Static pages', '/PrivacyPolicy', ['Cookies', 'How long', 'Your rights']),
  ...shows(
    'Static pages',
    '/TermsConditions',
    SECTIONS.map((title, at) => `${at + 1}. ${title}`),
  ),
  ...shows('Static pages', '/Aboutus', ['How we earn', 'How lists are ordered', 'What we promise']),
]
