/** The texts beside this file are fixed. A test fails for each that no other test has shown. */

/** A link to a page, or one that opens a dialog over the page where the message is shown. */
export type MessageAction = { label: string } & ({ href: string } | { dialog: string })

export interface Message {
  title?: string
  text?: string
  /** What helps, where the page that shows the message cannot. */
  actions?: readonly MessageAction[]
}

export type WholeMessage = Message & Required<Pick<Message, 'title' | 'text'>>

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
