/** The version of /TermsConditions that a person accepts; change it with every change of the text. */
export const TERMS_VERSION = '2026-11'
