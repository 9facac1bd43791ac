export const OTHER = '0-9'

export function readLetter(text: string | null): string | null {
  const letter = (text ?? '').toUpperCase()
  return /^[A-Z]$/.test(letter) || letter === OTHER ? letter : null
}
