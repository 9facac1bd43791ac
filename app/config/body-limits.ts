/** Enforced by the server for every request, and again by the routes: without this server, nothing else would. */
export const SMALL_BODY = 64 * 1024
export const MOST_FIELDS = 100
export const LARGEST_FILE = 5 * 1024 * 1024
/** Larger at the desk, so that its form can be shown again with what was typed and an error at the file's field. */
export const LARGEST_DESK_BODY = 32 * 1024 * 1024
