export const paths = {
  deals: '/Deals',
  topStores: '/TopStores',
  topCodes: '/Coupontopcodes',
  allOffers: '/CouponFilters/All',
  signUpPage: '/Singup',
  howItWorks: '/HowitWorks',
  link: '/Link',
  aboutUs: '/Aboutus',
  contactUs: '/Contactus',
  privacyPolicy: '/PrivacyPolicy',
  termsConditions: '/TermsConditions',
  flexPage: '/Flexpage',
  demoMails: '/demo/mail',
  demoStore: '/demo/store',
  styleGuide: '/styleguide',
  newsletter: '/newsletter',
  storeRequests: '/ask-for-store',
  leaveNewsletter: '/newsletter/unsubscribe',
  suggestions: '/suggestions',
  serviceWorker: '/service-worker.js',
  speculationRules: '/speculation-rules.json',

  account: '/Account',
  accountDetails: '/Account/details',
  changePassword: '/Account/ChangePassword',
  followedStores: '/Account/Stores',
  messageChoices: '/Account/Notifications/choices',
  newClaim: '/Account/Claims/new',
  history: '/Account/History',
  notifications: '/Account/Notifications',
  privacy: '/Account/Privacy',
  startPush: '/Account/Notifications/push',
  stopPush: '/Account/Notifications/push/stop',
  profileImage: '/Account/image',
  referral: '/Account/Referral',
  removeImage: '/Account/image/remove',
  sessions: '/Account/sessions',
  statement: '/Account/Statement',
  visits: '/Account/Visits',
  wallet: '/Account/Wallet',
  cancelWithdrawal: '/Account/Wallet/cancel',

  confirm: '/auth/confirm',
  forgotPassword: '/auth/forgot-password',
  otp: '/auth/otp',
  otpSignIn: '/auth/otp-sign-in',
  resendCode: '/auth/resend',
  resetPassword: '/auth/reset-password',
  signIn: '/auth/sign-in',
  signOut: '/auth/sign-out',
  signUp: '/auth/sign-up',
  staySignedIn: '/auth/stay',
} as const

export const offerPath = (slug: string) => `/CouponsDetails/${encodeURIComponent(slug)}`

/** The page of a product; `text`: its address, or a text with it; `store`: the coupon_code of one of several stores of the host. */
export const linkPath = (text: string, store: string | null = null) =>
  `${paths.link}?${new URLSearchParams({ url: text, ...(store !== null && { store }) })}`

export const demoMailPath = (id: number) => `${paths.demoMails}/${id}`

export const confirmNewsletterPath = (token: string) => `/newsletter/confirm/${token}`

export const unsubscribePath = (token: string) => `/unsubscribe/${token}`

export const visitPath = (number: string) => `${paths.visits}/${encodeURIComponent(number)}`

export const claimPath = (id: number) => `/Account/Claims/${id}`

export const proofsPath = (id: number) => `${claimPath(id)}#proofs`

export const newClaimPath = (about: { visit: string } | { withdrawal: number }) =>
  `${paths.newClaim}?${'visit' in about ? `visit=${encodeURIComponent(about.visit)}` : `withdrawal=${about.withdrawal}`}`
