import { maskEmail } from '~/platform/formats/email-address'

const GROUPS = ['\\d{9}', '\\d{4} \\d{5}', '\\d{3} \\d{3} \\d{3}', '\\d{2} \\d{3} \\d{4}', '\\d{3} \\d{6}']
const MOBILE = new RegExp(
  `(?<![\\w+])(?:(?:\\+|00)?91 ?|\\(?0\\)? ?)?[6-9](?:${GROUPS.join('|')})(?!\\d)`.replaceAll(' ', '[\\s.-]'),
  'g',
)
const EMAIL = /(?<![^\s@"'=<>])[^\s@"'=<>]+@[^\s@"'<>]+/g
const maskMobile = (found: string): string => `••••••${found.replace(/\D/g, '').slice(-4)}`

export const maskTyped = (text: string): string => text.replace(MOBILE, maskMobile).replace(EMAIL, maskEmail)
