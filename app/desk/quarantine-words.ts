import { quarantineMessages } from '~/messages/quarantine'
import type { QuarantineReason } from '~/domain/tracking/conversions'

interface ReasonTexts {
  /** In a few words. */
  what: string
  /** What it means. */
  text: string
  todo: string
  /** The question to the network; null: it has nothing to say about it. */
  ask: string | null
}

const REASONS: Record<QuarantineReason, ReasonTexts> = quarantineMessages.reasons

/** For an unknown reason, such as one of a later version, a general text. */
export const explainQuarantine = (reason: string | null): ReasonTexts =>
  (REASONS as Record<string, ReasonTexts>)[reason ?? ''] ?? quarantineMessages.other
