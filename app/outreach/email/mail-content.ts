/** The content of a mail, without its layout. Texts are plain; only `html` is HTML. */
export interface MailContent {
  subject: string
  /** What a mailbox shows beside the subject. */
  preheader: string
  paragraphs: string[]
  /** Cleaned; the HTML part shows it instead of the paragraphs. */
  html?: string
  /** `path` is one of the site, such as '/Account/Wallet'. */
  button?: { label: string; path: string }
  list?: { title: string; text: string; path?: string }[]
  /** The last line: why the reader gets this mail. */
  why: string
}

export interface LinkedContent extends Omit<MailContent, 'button' | 'list'> {
  button: { label: string; url: string } | null
  list: { title: string; text: string; url: string | null }[]
  home: string
  /** Null: it cannot be switched off. */
  unsubscribe: string | null
}
