import { defineLimit, memoize } from '~/platform/db/limits.server'

export const MAX_PER_DAY = 5
const DAY_SECONDS = 24 * 60 * 60

export const getDayLimit = memoize(() => defineLimit('sms', MAX_PER_DAY, DAY_SECONDS))
