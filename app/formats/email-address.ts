/**
 * One address: what separates or quotes the addresses of a list is refused, and control characters (\p{C}), which could
 * end a header or act on the operator's terminal.
 */
export const EMAIL_ADDRESS =
  /^[^\s@,;:<>()[\]"\\\p{C}]+@[^\s@,;:<>()[\]"\\.\p{C}]+(?:\.[^\s@,;:<>()[\]"\\.\p{C}]+)+$/u
