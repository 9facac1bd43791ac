export const addressMessages = {
  address: {
    unconfirmed: 'Not confirmed yet. Until then we mail you nothing but the link that confirms it.',
    stopped: 'It refused our mails for good, so we send none there. Confirm it again, or change it.',
    next: 'It changes to {email} once you use the link that we mailed there.',
    confirmed: 'Your e-mail is confirmed.',
    none: 'Nothing waits to be confirmed.',
    sent: { text: 'A link for {email} is on its way. It works once, for 24 hours.' },
    changed: {
      text: 'Your details are saved. Your e-mail changes once you use the link that we mailed to {email}.',
    },
  },

  mailLink: {
    over: 'This link was used, or it is too old.',
    taken: { text: 'Another account has this address. Please write to us.' },
    confirmed: { text: 'Your e-mail is confirmed.' },
    changed: { text: 'Your new e-mail is confirmed, and counts from now on.' },
    undone: {
      title: 'The change is undone.',
      text: 'Everybody is signed out, and the password no longer works. Choose a new one now, with a code to your number.',
    },
    stopped: {
      title: 'Your number stays.',
      text: 'Everybody is signed out, and the password no longer works. Choose a new one now, with a code to your number.',
    },
  },

  lostNumber: {
    support: 'Please write to us from your e-mail address, and name your old number. Never send a password.',
    sent: {
      text: 'If a number can be changed with this address, the link is on its way to it. It works once, for 24 hours.',
    },
    same: 'This is your current number.',
    taken: 'An account has this number already.',
    waits:
      'It changes to {phone} on {due}. A new password stops that; so does a sign-in with the current number.',
    begun: {
      title: 'Your number changes on {due}.',
      text: 'Until then, do not sign in with the old number: that stops the change.',
    },
  },
} as const
