/** The texts beside this file are fixed. A test fails for each that no other test has shown. */

export interface Message {
  title?: string
  text?: string
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
