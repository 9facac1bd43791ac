/** The status of a page that reads more than the desk may. */
export const TOO_MUCH = 422
