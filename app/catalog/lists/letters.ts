export type Letter = string

export const OTHER = '0-9'

export function readLetter(text: string | null): Letter | null {
  const letter = (text ?? '').toUpperCase()
  return /^[A-Z]$/.test(letter) || letter === OTHER ? letter : null
}
