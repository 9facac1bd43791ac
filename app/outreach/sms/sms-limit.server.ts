import { defineLimit } from '~/db/limits.server'

/** Of a member on a day in India. */
export const MOST_A_DAY = 5
const DAY_SECONDS = 24 * 60 * 60

let limit: ReturnType<typeof defineLimit> | undefined
export const perDay = () => (limit ??= defineLimit('sms', MOST_A_DAY, DAY_SECONDS))
