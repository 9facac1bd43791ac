/** The user of clicks without a member. Their sales are stored, and credited once the click is claimed (docs/rules.md#3). */
export const GUEST_ID = 9
