/** For the lang attribute of a campaign's text: none where it is that of the page, English. Pure. */
export const langOf = (locale = 'en'): string | undefined => (locale === 'en' ? undefined : locale)
