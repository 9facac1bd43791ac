/** Visit numbers map one to one to clicks.seq, but in another order. */
const PREFIX = 'DV-'
const LENGTH = 8
const RANGE = 36n ** 8n
/** Without a common factor with RANGE, so that every number has one seq. */
const FACTOR = 1_580_030_168_701n
const OFFSET = 918_273_645_546n
const INVERSE = invert(FACTOR, RANGE)

const NUMBER = /^DV-?([0-9A-Z]{8})$/

export function formatVisitNumber(seq: number): string {
  const scattered = (BigInt(seq) * FACTOR + OFFSET) % RANGE
  return PREFIX + scattered.toString(36).toUpperCase().padStart(LENGTH, '0')
}

/** Accepts any case, with or without the dash; null for any other text. */
export function readVisitNumber(text: string): number | null {
  const [, digits] = NUMBER.exec(text.trim().toUpperCase()) ?? []
  if (digits === undefined) return null
  const scattered = [...digits].reduce((value, digit) => value * 36n + BigInt(parseInt(digit, 36)), 0n)
  const seq = ((scattered - OFFSET + RANGE) * INVERSE) % RANGE
  return seq <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seq) : null
}

/** The modular inverse of `value`. */
function invert(value: bigint, range: bigint): bigint {
  let [a, b, x, y] = [value, range, 1n, 0n]
  while (b !== 0n) {
    const quotient = a / b
    ;[a, b] = [b, a % b]
    ;[x, y] = [y, x - quotient * y]
  }
  return ((x % range) + range) % range
}
