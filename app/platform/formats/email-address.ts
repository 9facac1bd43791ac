/** Refuses separators and quotes of address lists, and \p{C}, which could end a header or steer a terminal. */
export const EMAIL_ADDRESS =
  /^[^\s@,;:<>()[\]"\\\p{C}]+@[^\s@,;:<>()[\]"\\.\p{C}]+(?:\.[^\s@,;:<>()[\]"\\.\p{C}]+)+$/u

/** One key for all aliases of a mailbox. Use it only for counting, never as an address. */
export function findMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at).split('+', 1)[0]!
  const domain = email.slice(at + 1)
  return /^g(?:oogle)?mail\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const characters = Array.from(name)
  const last = characters.length > 4 ? characters.at(-1) : ''
  return `${characters.slice(0, 2).join('')}•••${last}@${host}`
}
