/** Keep these texts: clients of the JSON API search for 'Email', 'Phone' and the text of both. */
export const apiMessages = {
  api: {
    tokenMissing: 'Authentication token is missing',
    userMissing: 'User ID is missing',
    emailTaken: 'Email already exists',
    phoneTaken: 'Phone number already exists',
    bothTaken: 'Both email and phone number already exist',
    bothFree: 'Both are free.',
    noProof: 'Please verify your number first.',
    clicked: 'Your visit is tracked.',
    notJson: 'This is no JSON.',
    badKey: 'An Idempotency-Key has 1 to 255 printable characters.',
    unknownCall: 'There is no such call. /api/docs lists them all.',
  },
} as const
