/** Who sends one-time codes and says whether they are right: what each provider gives. */

export interface CodeTarget {
  challengeId: string
  purpose: string
  /** +91XXXXXXXXXX */
  phone: string
}

/** What is kept of a code that was sent. */
export interface SentCode {
  /** Keyed hash; null where the provider keeps the code itself. */
  code_hash: string | null
  /** Readable, to be shown on the page: the demo provider alone. */
  demo_code: string | null
  provider_reference: string | null
}

export interface OtpProvider {
  name: string
  /** It knows a code by its phone alone: a new one ends those of every purpose. */
  codePerPhone: boolean
  /** Sends a new code; throws when it could not. */
  send(target: CodeTarget): Promise<SentCode>
  /** Whether `code` is the one that was sent; throws when that cannot be said. */
  verify(target: CodeTarget, sent: SentCode, code: string): Promise<boolean>
}

/** Digits and seconds of every code, whoever sends it. */
export const CODE_DIGITS = 4
export const CODE_SECONDS = 300
