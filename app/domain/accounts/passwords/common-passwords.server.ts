import { createRequire } from 'node:module'
import type * as Language from '@zxcvbn-ts/language-common'

const WORDS =
  'password passw0rd p@ssword p@ssw0rd qwerty qwertyuiop asdfghjkl zxcvbnm welcome admin administrator letmein login ' +
  'master dragon monkey football baseball superman batman sunshine princess iloveyou loveyou mylove charlie shadow ' +
  'secret changeme default computer internet samsung google facebook whatsapp india bharat hindustan indian mumbai delhi ' +
  'bangalore bengaluru chennai kolkata hyderabad krishna radha ganesh ganesha shiva mahadev jaishreeram jaishriram hanuman ' +
  'omsairam sairam saibaba waheguru allah bismillah lakshmi durga cricket sachin dhoni virat kohli rohit rahul priya pooja ' +
  'neha anjali deepak amit sanjay vijay suresh ramesh rajesh kumar sharma singh cashback dealdwaar shopping trustno1 ' +
  'abcd abcdef abcdefgh abc test testing temp user guest hello pass lovely jesus freedom whatever michael jordan pokemon'

const ENDINGS =
  '|1|12|123|1234|12345|123456|@1|@12|@123|@1234|@12345|#123|#1234|!|!1|!123|_123|007|786|00|11|99|2020|2021|2022|2023|2024|' +
  '2025|2026|@2020|@2021|@2022|@2023|@2024|@2025|@2026|0000|1111'

const ROWS = '0123456789 012345678 87654321 987654321 9876543210 0987654321 poiuytrewq lkjhgfdsa aaa11111'

const REPEATED = /^(.{1,5})\1+$/su

const require = createRequire(import.meta.url)

let common: Set<string> | undefined

/** About 49,000 that were leaked, and what is common in India. Read when first asked, because it takes 50 ms. */
function list(): Set<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof Language
  const endings = ENDINGS.split('|')
  return new Set([
    ...dictionary['passwords-common'],
    ...ROWS.split(' '),
    ...WORDS.split(' ').flatMap((word) => endings.map((ending) => word + ending)),
  ])
}

export function isCommonPassword(password: string): boolean {
  common ??= list()
  const text = password.toLowerCase()
  return common.has(text) || REPEATED.test(text)
}
