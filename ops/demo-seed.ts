/** The demo's catalogue and people. */

/** Puts in what is missing; a second run changes nothing. */
export async function seedDemo(): Promise<void> {}
