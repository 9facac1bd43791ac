/** Conversions of guest clicks are stored, but credited only when the click is claimed (docs/rules.md#3). */
export const GUEST_ID = 9
