export interface ClientContext {
  address: string
  agent: string | null
  challengeId: string | null
  /** Session tokens for retries are derived from it. */
  secret?: string | null
  members: readonly number[]
  device?: Device | null
  kind?: 'cookie' | 'bearer'
}

/** `stamps`: of the password at the last sign-in here, by member id. */
export interface Device {
  id: string
  stamps: Record<number, string>
}
