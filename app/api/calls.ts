/** Calls by operation id: method, and path below /api, which names the file in app/routes/api/. */
const calls = {
  loginOtpExists: 'POST login-otp-exists',
  checkUserExist: 'POST check-user-exist',
  sendOtp: 'POST otp/send',
  verifyOtp: 'POST otp/verify',
  signup: 'POST signup',
  login: 'POST login',
  loginOtp: 'POST login-otp',
  forgetPassword: 'POST forget-password',
  usersChange: 'POST users-change/:userId?',
  logout: 'POST logout',
  getImage: 'GET getimage/:userId',
  updateImage: 'POST updateimage',
  getCampains: 'GET get-campains',
  coupons: 'GET coupons',
  couponBySlug: 'GET coupon/:slug',
  categoryCoupons: 'GET category-coupons/:categoryName',
  allBrands: 'GET all-brands',
  stores: 'GET stores',
  topStores: 'GET topStores',
  singleCoupon: 'GET single-coupon/:id',
  offersOfBrand: 'GET offers/brand/:id',
  couponOffer: 'GET CouponOffer/:id',
  allCoupons: 'GET all-couponss/:id',
  limitedOffer: 'GET limited-offer',
  readFeedback: 'GET :couponId/feedback',
  giveFeedback: 'POST feedback',
  resolveLink: 'GET resolve-link',
  getClick: 'GET get-click',
  subscribe: 'POST subscribe-details',
  notifications: 'GET notification/:userId',
  transactions: 'GET tdetails/:id',
  visits: 'GET visits/:userId',
  visit: 'GET visits/:userId/:number',
  claims: 'GET claims/:userId',
  openClaim: 'POST claims/:userId',
  statement: 'GET statement/:userId',
  withdraw: 'POST add-withdrow-details',
  addBank: 'POST bank-details',
  readBank: 'GET bank-details/:userId',
  changeBank: 'PUT bank-details/:userId',
  saveUpi: 'POST upi-details',
  readUpi: 'GET upi-details/:userId',
} as const satisfies Record<string, `${HttpMethod} ${string}`>

export type HttpMethod = 'GET' | 'POST' | 'PUT'

export type CallId = keyof typeof calls

export function readCall(id: CallId): { method: HttpMethod; path: string } {
  const [method, path] = calls[id].split(' ') as [HttpMethod, string]
  return { method, path }
}

const allPaths = new Set(Object.keys(calls).map((id) => readCall(id as CallId).path))

export const callRoutes = [...allPaths].map((path) => ({
  path,
  file: `routes/api/${path.split('/').map(nameSegment).join('.')}.ts`,
}))

function nameSegment(segment: string): string {
  if (!segment.startsWith(':')) return segment
  const name = `$${segment.slice(1).replace('?', '')}`
  return segment.endsWith('?') ? `(${name})` : name
}
