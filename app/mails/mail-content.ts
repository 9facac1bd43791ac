export interface MailContent {
  subject: string
  preheader: string
  paragraphs: string[]
  /** The paragraphs are an operator's own text, in which addresses by https become links. */
  hasLinks?: true
  /** Cleaned; the HTML part shows it instead of the paragraphs. */
  html?: string
  /** `path` is one of the site, such as '/Account/Wallet'. */
  button?: { label: string; path: string }
  list?: { title: string; text: string; path?: string }[]
  why: string
}

export interface LinkedContent extends Omit<MailContent, 'button' | 'list'> {
  button: { label: string; url: string } | null
  list: { title: string; text: string; url: string | null }[]
  home: string
  /** Ends the following of the store that the mail is about. */
  unfollow: string | null
  unsubscribe: string | null
}
