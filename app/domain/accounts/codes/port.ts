export interface CodeTarget {
  challengeId: string
  purpose: string
  phone: string
}

interface SentCode {
  /** Null when the provider keeps the code. */
  code_hash: string | null
  demo_code: string | null
  provider_reference: string | null
}

export interface OtpProvider {
  name: string
  /** The provider has one code per phone, so a new code ends those of every purpose. */
  codePerPhone: boolean
  send(target: CodeTarget): Promise<SentCode>
  verify(target: CodeTarget, sent: SentCode, code: string): Promise<boolean>
}

export const CODE_DIGITS = 4
export const CODE_SECONDS = 300
