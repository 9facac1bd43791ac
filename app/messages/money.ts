import { caseMessages } from './claims'

export const moneyMessages = {
  withdrawal: {
    done: { title: '✅ Withdrawal successful' },
    minimum: 'The minimum withdraw amount is {least}.',
    invalidAmount: { title: '❌ Withdrawal error:', text: 'Please enter a valid amount.' },
    noDetails: { title: '❌ Withdrawal error:', text: 'Please Add Bank or Upi details First!' },
    emptyWallet: { title: '❌ Withdrawal error:', text: 'Your wallet amount is empty.' },
    overBalance: { title: '❌ Withdrawal error:', text: 'You can enter up to ₹{balance} only.' },
    inHoldingPeriod: {
      title: '❌ Withdrawal error:',
      text: '₹{amount} in your wallet is confirmed and withdrawable from {date}.',
    },
    onHold: {
      title: '❌ Withdrawal error:',
      text: 'For your safety withdrawals are on hold until {time}, because {reason}.',
    },
    belowMinimum: {
      title: '❌ Withdrawal error:',
      text: 'Withdrawals start at {least}: less cannot be paid out.',
    },
    tooManyToday: {
      title: '❌ Withdrawal error:',
      text: 'Today’s limit of withdrawals ({n}) is reached. Please try again tomorrow.',
    },
    keyReused: {
      title: '❌ Withdrawal error:',
      text: 'This request was already made, for {amount}. Nothing more was withdrawn.',
    },
    failed: { title: '❌ Withdrawal error:', text: 'Something went wrong.' },
    unexpected: { title: '❌ Withdrawal error:', text: 'Unexpected response from server' },
    holdAhead:
      'Withdrawals are on hold for {hours} hours after you change your bank or UPI details, add a second way to be paid, or reset your password.',
    cancelled: { title: 'Withdrawal cancelled', text: '{amount} is back in your wallet.' },
    tooLate: {
      title: '❌ Withdrawal error:',
      text: 'This withdrawal can no longer be cancelled: it is being paid or has ended.',
    },
    unknown: { title: '❌ Withdrawal error:', text: 'There is no such withdrawal.' },
    usuallyPaid: 'Usually paid within {usual}.',
    usuallyPaidMost: 'Usually paid within {usual}, 9 of 10 within {most}.',
  },

  payoutDetails: {
    confirmed: { text: 'Your password is confirmed for 15 minutes.' },
    needsPassword: 'Please sign in with your password to change payout details.',
    bankNotAdded: { title: 'Error adding bank details!', text: 'Something went wrong.' },
    bankNotChanged: { title: 'Error updating bank details!', text: 'Something went wrong.' },
    upiNotAdded: { title: 'Error adding UPI details!', text: 'Something went wrong.' },
    upiNotChanged: { title: 'Error updating UPI details!', text: 'Something went wrong.' },
    hidden: {
      title: 'Your payout details are hidden.',
      text: 'You see and change them again from {until}, because your mobile number changed.',
    },
    tooMany:
      'Payout details can be changed three times in 24 hours: again from {until}. A bank account or UPI ID that you were paid to before can be put back at any time.',
    noDetails: { text: 'Please Add Bank or Upi details First!' },
    added: { title: 'Added Successfully!' },
    bankChanged: { title: 'Updated Successfully!' },
    upiChanged: { title: 'updated Successfully!' },
  },

  debt: {
    reversed: 'A store took back cashback after it was withdrawn.',
    corrected: 'We corrected your balance after it was withdrawn.',
    inherited: 'An earlier account of yours owed this.',
  },

  history: {
    empty: 'No transactions yet',
    beyond: 'No transactions on this page.',
    failed: 'Failed to load transactions',
  },

  visits: {
    none: 'Every visit to a store is listed here, with its rate, until the cashback is yours.',
    noneNow: 'You have visited no store in the last {days} days.',
    beyond: 'No visits on this page.',
    failed: 'Failed to load your visits',
    missing: 'There is no such visit in your account.',
    withdrawableSince: 'since {date}',
    onItsWay: 'On its way to you',
    requested: 'requested on {date}',
    paidOut: 'Paid out on {date}',
    usedUp: 'Used for what you owed',
    partLeft: '{amount} of it is in your wallet',
    oldestFirst: 'What leaves your wallet is taken from the cashback that came first.',
    noOrder:
      'No store has reported an order for these visits. That is usual: most visits end without one. A later report brings a visit back. If you bought something, open the visit and ask.',
    noOrderYet: 'The store has not reported an order for this visit.',
    termsMissing: 'Not recorded. The offer had no terms, or the visit is older than our record of them.',
    proof: 'This page is your proof of the visit: print it, or keep its number.',
  },

  expected: {
    tracked: 'If you ordered, it should show here by {date}',
    trackedShort: 'should track by {date}',
    trackedLate: 'Not tracked yet, which is later than usual',
    confirmed: 'Expected by {date}',
    confirmedShort: 'expected by {date}',
    confirmedLate: 'Later than usual',
    late: 'later than usual: ask us',
    next: 'next expected by {date}',
    range: 'Half of all orders by {half}, nine of ten by {date}.',
    estimate: 'By {date} is an estimate: we have seen too few orders for a range.',
  },

  reports: {
    pending: '{store} reported an order{amount}.',
    approved: '{store} confirmed the order{amount}.',
    rejected: '{store} declined the order.',
    reversed: '{store} cancelled the order after it was confirmed: the cashback was reversed.',
  },

  ...caseMessages,

  statement: {
    month: 'Please choose a month.',
    year: 'Please choose a financial year, such as 2026-27.',
    from: 'Please enter the first day, such as 2026-04-01.',
    to: 'Please enter the last day, such as 2027-03-31.',
    reversed: 'The last day is before the first one.',
    empty: 'No transactions in this period.',
    failed: 'Failed to load your statement',
    cut: 'These are the first {n} rows. The CSV file has all {all}; opening and closing balance and the sums are those of all.',
  },
} as const
