/**
 * One address. Characters that separate or quote addresses in a list are refused, and so are control characters (\p{C}),
 * which could end a header or act on the operator's terminal.
 */
export const EMAIL_ADDRESS =
  /^[^\s@,;:<>()[\]"\\\p{C}]+@[^\s@,;:<>()[\]"\\.\p{C}]+(?:\.[^\s@,;:<>()[\]"\\.\p{C}]+)+$/u
