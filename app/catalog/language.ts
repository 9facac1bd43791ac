/** Undefined for English, because the page itself is English. */
export const langOf = (locale = 'en'): string | undefined => (locale === 'en' ? undefined : locale)
