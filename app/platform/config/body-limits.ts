export const SMALL_BODY = 64 * 1024
export const MOST_FIELDS = 100
export const LARGEST_FILE = 5 * 1024 * 1024
/** Larger than a file may be, so that a form with other fields comes back with what was typed, and with the error at the file. */
export const LARGEST_MIXED_BODY = 16 * 1024 * 1024
/** Larger, so that the desk can show its form again with what was typed and the error. */
export const LARGEST_DESK_BODY = 32 * 1024 * 1024
