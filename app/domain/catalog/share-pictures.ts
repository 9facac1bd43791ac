/** The amount is in the address, because messengers keep what they fetched. No other address has a picture to draw. */
const withAmount = (path: string, amount: string | null) =>
  amount ? `${path}?v=${encodeURIComponent(amount)}` : path

export const storePicturePath = (couponCode: string, upTo: string | null) =>
  withAmount(`/og/store/${encodeURIComponent(couponCode)}.png`, upTo)

export const offerPicturePath = (id: number, payout: string | null) =>
  withAmount(`/og/offer/${id}.png`, payout)
