/** Numbers of the tax offices of India: GSTIN (with its check digit) and TAN. */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** As the offline tool of the GST portal writes them. */
const STATES: Readonly<Record<string, string>> = {
  '01': 'Jammu & Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra & Nagar Haveli & Daman & Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshdweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman & Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
}

/** '29-Karnataka'; null: no such state. */
export function formatPlaceOfSupply(gstin: string): string | null {
  const code = gstin.slice(0, 2)
  const state = STATES[code]
  return state === undefined ? null : `${code}-${state}`
}

/** Of a state, with the check digit that belongs to the other characters. */
export function isGstin(text: string): boolean {
  if (!/^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) || formatPlaceOfSupply(text) === null)
    return false
  const sum = text
    .slice(0, -1)
    .split('')
    .reduce((all, character, at) => {
      const product = DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2)
      return all + Math.floor(product / DIGITS.length) + (product % DIGITS.length)
    }, 0)
  return text.at(-1) === DIGITS[(DIGITS.length - (sum % DIGITS.length)) % DIGITS.length]
}

export const isTan = (text: string): boolean => /^[A-Z]{4}\d{5}[A-Z]$/.test(text)
