export const TOO_MUCH = 422
