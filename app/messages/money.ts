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
  },

  payoutDetails: {
    confirmed: { text: 'Your password is confirmed for 15 minutes.' },
    needsPassword: 'Please sign in with your password to change payout details.',
    bankNotAdded: { title: 'Error adding bank details!', text: 'Something went wrong.' },
    bankNotChanged: { title: 'Error updating bank details!', text: 'Something went wrong.' },
    upiNotAdded: { title: 'Error adding UPI details!', text: 'Something went wrong.' },
    upiNotChanged: { title: 'Error updating UPI details!', text: 'Something went wrong.' },
    noDetails: { text: 'Please Add Bank or Upi details First!' },
    added: { title: 'Added Successfully!' },
    bankChanged: { title: 'Updated Successfully!' },
    upiChanged: { title: 'updated Successfully!' },
  },

  history: {
    empty: 'No transactions yet',
    beyond: 'No transactions on this page.',
    failed: 'Failed to load transactions',
  },
} as const
