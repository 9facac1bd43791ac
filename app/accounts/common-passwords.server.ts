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

const ROWS =
  '12345678 123456789 1234567890 0123456789 012345678 87654321 987654321 9876543210 0987654321 123123123 1234512345 ' +
  '12341234 123454321 11223344 112233445566 1qaz2wsx 1qaz2wsx3edc qazwsxedc q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t ' +
  'zaq12wsx qwer1234 qwerasdf asdf1234 asdfasdf zxcvbnm1 poiuytrewq lkjhgfdsa 147258369 159753456 789456123 741852963 ' +
  '963852741 1a2b3c4d a1b2c3d4 aa123456 a1234567 a12345678 aaa11111 abcd1234 1234abcd 12345abc 14789632 25802580 0okm9ijn'

const ONE_CHARACTER = /^(.)\1*$/su
const TWO_OR_THREE_REPEATED = /^(.{2,3})\1+$/su

let common: Set<string> | undefined

function list(): Set<string> {
  const endings = ENDINGS.split('|')
  return new Set([
    ...ROWS.split(' '),
    ...WORDS.split(' ').flatMap((word) => endings.map((ending) => word + ending)),
  ])
}

export function isCommonPassword(password: string): boolean {
  common ??= list()
  const text = password.toLowerCase()
  return common.has(text) || ONE_CHARACTER.test(text) || TWO_OR_THREE_REPEATED.test(text)
}
