/** These links work without a session. They are not in paths.ts, because every page loads that. */

export const addressPaths = {
  lostNumber: '/auth/lost-number',
  sendLink: '/Account/email',
} as const

export const confirmAddressPath = (token: string) => `/auth/email/${encodeURIComponent(token)}`

export const undoAddressPath = (token: string) => `/auth/email/${encodeURIComponent(token)}/undo`

export const lostNumberPath = (token: string) => `${addressPaths.lostNumber}/${encodeURIComponent(token)}`

export const lostNumberCodePath = (token: string) => `${lostNumberPath(token)}/code`

export const stopNumberChangePath = (token: string) => `${lostNumberPath(token)}/stop`
