/** Replies that support sends to customers; {…} is filled in with the customer's facts. */
export const replyMessages = {
  hello: 'Hello {name},',
  bye: 'Your DealDwaar team',
  sale: {
    tracked: {
      title: 'It waits for the store',
      text: '{store} has reported your order of {date}. Your cashback of {cashback} is pending until the store confirms it.{expected} Stores do that once the time for returns has passed. You need not do anything.',
    },
    held: {
      title: 'Confirmed, not yet withdrawable',
      text: '{store} has confirmed your order of {date}. Your cashback of {cashback} is in your wallet, and you can withdraw it from {from}.',
    },
    withdrawable: {
      title: 'It can be withdrawn',
      text: 'Your cashback of {cashback} for the order of {date} at {store} is yours: open Wallet, then Withdraw.',
    },
    checked: {
      title: 'Confirmed, and being checked',
      text: '{store} has confirmed your order of {date}. We are checking your wallet at the moment, before cashback is paid from it, and write to you as soon as that is done.',
    },
    nothing: {
      title: 'Confirmed without cashback',
      text: '{store} has confirmed your order of {date}, but no cashback belongs to it by the terms of the offer. The page of the visit under My Cashback shows them.',
    },
    declined: {
      title: 'Declined by the store',
      text: 'We are sorry: {store} has declined your order of {date}, so no cashback comes for it. The reason that the store gave: {reason}. If you think that this is wrong, open the visit under My Cashback and write to us there; a copy of the bill helps.',
    },
    reversed: {
      title: 'Taken back',
      text: 'We are sorry: {store} first confirmed your order of {date}, and then cancelled it, so its cashback was taken back. The reason that the store gave: {reason}. If you think that this is wrong, open the visit under My Cashback and write to us there.',
    },
  },
  expected: 'Most orders there are confirmed by {date}.',
  noReason: 'none',
  withdrawal: {
    onItsWay: {
      title: 'The withdrawal is on its way',
      text: 'Your withdrawal of {amount} of {date} is on its way to {destination}. You get a message as soon as it is paid.',
    },
    checked: {
      title: 'The withdrawal is being checked',
      text: 'We have your withdrawal of {amount} of {date}. It is being checked before it is paid, and we write to you as soon as that is done. You need not do anything.',
    },
    paid: {
      title: 'The withdrawal was paid',
      text: 'Your withdrawal of {amount} was paid on {date} to {destination}. The reference of the bank (UTR) is {utr}; with it, your bank can find the payment.',
    },
  },
  member: {
    hold: {
      title: 'Withdrawals are on hold',
      text: 'For your safety withdrawals from your wallet are on hold until {until}, because {reason}. Your money stays yours, and you can withdraw it after that time.',
    },
    noOrder: {
      title: 'No order reported yet',
      text: 'We have your visit to {store} of {date}, number {number}. The store has not reported an order for it yet.{expected} If it stays missing, open the visit under My Cashback, choose that the cashback is missing, and send us the order number.',
    },
  },
  tracked: 'Most orders there are reported by {date}.',
} as const
