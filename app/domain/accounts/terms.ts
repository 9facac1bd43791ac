/** The version of /TermsConditions; change it with every change of the text. */
export const TERMS_VERSION = '2026-11'
