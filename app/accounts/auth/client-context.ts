export interface ClientContext {
  address: string
  agent: string | null
  challengeId: string | null
  /** From the cookie; session tokens for retries are derived from it. */
  secret?: string | null
  members: readonly number[]
  device?: Device | null
  kind?: 'cookie' | 'bearer'
}

/** `stamps` maps member ids to the stamp of the password at the last sign-in in this browser. */
export interface Device {
  id: string
  stamps: Record<number, string>
}
