/** Of the desk's queues: what waits there, for one and for several. */
export const queueMessages = {
  place: '{position} of {count} {what}',
  previous: 'Previous',
  next: 'Next',
  claims: { one: 'claim that waits for us', many: 'claims that wait for us' },
  signals: { one: 'open signal', many: 'open signals' },
  postbacks: { one: 'report in quarantine', many: 'reports in quarantine' },
  approvals: { one: 'approval that waits', many: 'approvals that wait' },
  withdrawals: { one: 'requested withdrawal', many: 'requested withdrawals' },
} as const
