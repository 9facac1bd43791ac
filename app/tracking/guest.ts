/** Conversions of guest clicks are stored, but credit nobody until the click is claimed (docs/rules.md#3). */
export const GUEST_ID = 9
