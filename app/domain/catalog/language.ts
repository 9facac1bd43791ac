export const PAGE_LANGUAGE = 'en'

/** Undefined for English, because the page itself is English. */
export const getLang = (locale = PAGE_LANGUAGE): string | undefined =>
  locale === PAGE_LANGUAGE ? undefined : locale
