// The store of feeds/kesar.json.
export const TITLE = '20% off sweets & "namkeen" – दीवाली 🎉'
export const NAME = encodeURIComponent(TITLE)
export const DETAIL = `/CouponsDetails/${NAME}`
