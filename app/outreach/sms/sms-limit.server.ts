import { defineLimit } from '~/db/limits.server'

export const MAX_PER_DAY = 5
const DAY_SECONDS = 24 * 60 * 60

let limit: ReturnType<typeof defineLimit> | undefined
export const perDay = () => (limit ??= defineLimit('sms', MAX_PER_DAY, DAY_SECONDS))
