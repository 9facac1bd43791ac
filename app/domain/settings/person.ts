/** Names of persons in the log: 'asha' (OS account), 'Asha Verma@asha' (operator on it), 'Asha Verma@desk'. */
export const DESK = 'desk'

export const formatPerson = (operator: string | null, osAccount: string | null): string =>
  operator === null ? (osAccount ?? DESK) : `${operator}@${osAccount ?? DESK}`

export function readPerson(by: string): { operator: string | null; osAccount: string | null } {
  const at = by.lastIndexOf('@')
  if (at < 0) return { operator: null, osAccount: by }
  const place = by.slice(at + 1)
  return { operator: by.slice(0, at), osAccount: place === DESK ? null : place }
}

/** Replaces the @ of directory accounts, because @ separates operator and account here. */
export const formatOsAccount = (name: string): string => name.replaceAll('@', '%')

/** True for the same operator or the same OS account. */
export function isSamePerson(one: string, other: string): boolean {
  const [a, b] = [readPerson(one), readPerson(other)]
  return (
    (a.operator !== null && a.operator === b.operator) ||
    (a.osAccount !== null && a.osAccount === b.osAccount)
  )
}

/** isSamePerson() in SQL; both parameters are SQL expressions. */
export function buildSamePersonSql(one: string, other: string): string {
  const operator = (by: string) => `substring(${by} FROM '^(.*)@')`
  const osAccount = (by: string) =>
    `CASE WHEN ${by} NOT LIKE '%@${DESK}' THEN regexp_replace(${by}, '^.*@', '') END`
  return `(coalesce(${operator(one)} = ${operator(other)}, false) OR coalesce(${osAccount(one)} = ${osAccount(other)}, false))`
}
