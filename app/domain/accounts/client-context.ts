export interface ClientContext {
  address: string
  agent: string | null
  challengeId: string | null
  /** Session tokens for retries are derived from this secret. */
  secret?: string | null
  members: readonly number[]
  device?: Device | null
  kind?: 'cookie' | 'bearer'
}

/** `stamps` has, by member id, the stamp of the password at the last sign-in in this browser. */
export interface Device {
  id: string
  stamps: Record<number, string>
}
