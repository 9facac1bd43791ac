/** Addresses of the desk for links, forms and redirects. Not in app/paths.ts, which every page of the shop loads. */
export const deskPaths = {
  home: '/Desk',
  today: '/Desk/Today',
  all: '/Desk/All',
  keepFilter: '/Desk/Filters/keep',
  removeFilter: '/Desk/Filters/remove',
  fillReply: '/Desk/Replies/fill',
  suggestions: '/Desk/Suggestions',
  signIn: '/Desk/SignIn',
  arrival: '/Desk/Arrival',
  code: '/Desk/Code',
  signOut: '/Desk/SignOut',
  setUp: '/Desk/SetUp',
  recoveryCodes: '/Desk/RecoveryCodes',
  newRecoveryCodes: '/Desk/RecoveryCodes/new',
  sessions: '/Desk/Sessions',
  endSession: '/Desk/Sessions/end',
  keys: '/Desk/Sessions/keys',
  endAllSessions: '/Desk/Sessions/end-all',
  password: '/Desk/Password',
} as const

export const buildArrivalPath = (to: string) => `${deskPaths.arrival}?to=${encodeURIComponent(to)}`
