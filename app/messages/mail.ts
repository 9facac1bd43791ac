export const mailMessages = {
  brand: 'DealDwaar',
  tagline: 'Your Gateway to Great Deals',
  why: {
    safety: 'You get this mail because it is about the safety of your account. It cannot be switched off.',
    money: 'You get this mail because you have switched on ‘My money’ by e-mail.',
    stores: 'You get this mail because you have switched on ‘My stores’ by e-mail.',
    newsletter: 'You get this mail because you have subscribed to our newsletter.',
    operator: 'You get this mail because you are an operator of DealDwaar, with this address.',
  },
  /** For operators who have no access to the desk. */
  commandLine: {
    stop: 'On the command line, ‘log list’ shows it.',
    alerts: 'On the command line, ‘alerts list’ shows all that is open.',
    invitation: 'With an account on the server, give ‘operators accept {token}’ there instead.',
    approval:
      'To agree, give the same command on the command line. ‘approvals list’ shows it, if your role allows that.',
  },
  unsubscribe: 'Unsubscribe from these mails',
  unfollow: 'Unfollow this store',
  never: 'We never ask for your password or a code, not by mail and not by phone.',
  open: {
    account: 'Open your account',
    claim: 'Open the claim',
    changePassword: 'Change your password',
    contactUs: 'Write to us',
    followedStores: 'See your stores',
    history: 'See your history',
    store: 'See the store',
    today: 'Open the desk',
    invitation: 'Accept the invitation',
    wallet: 'Open your wallet',
    other: 'Open DealDwaar',
  },

  deleted: {
    subject: 'Your account was deleted',
    preheader: 'Your data is gone, and nobody can sign in to the account any more.',
    done: 'Your DealDwaar account was deleted, with its details, sessions and messages.',
    otherwise: 'Was it not you? Write to us at once, from this address.',
  },
  confirmNewsletter: {
    subject: 'Please confirm your subscription',
    preheader: 'One click, and the best deals of the week come by e-mail.',
    text: 'Somebody, probably you, requested our newsletter for this address.',
    otherwise: 'If it was not you, do nothing: you get no further mail. The link is good for 48 hours.',
    button: 'Confirm',
    why: 'You get this mail because this address was entered at DealDwaar.',
  },
  leaveNewsletter: {
    subject: 'Unsubscribe from our newsletter',
    preheader: 'Open the link, and the newsletter stops.',
    text: 'Somebody, probably you, asked to unsubscribe this address from our newsletter.',
    otherwise: 'If it was not you, do nothing: you stay subscribed.',
    button: 'Unsubscribe',
  },
} as const
