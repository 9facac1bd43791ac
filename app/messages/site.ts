export const siteMessages = {
  failure: { title: 'Oops...', text: 'Something went wrong!' },

  network: {
    noAnswer: { text: 'Network error. Please try again.' },
    received: 'Your form has reached us, but the page after it could not be loaded.',
    busy: { text: 'We are busy at the moment. Please try again in a few seconds.' },
    offline: 'You are offline. What you typed is still here: please send it again once you are connected.',
  },

  offline: {
    title: 'You are offline',
    text: 'This page could not be reached. Please try again once you are connected.',
  },

  forms: { fileAgain: 'Please choose the file again.' },

  limits: {
    tooMany: { text: 'Too many attempts. Please try again in {wait}.' },
  },

  notifications: {
    empty: 'Nothing new. We tell you here when your money moves.',
    failed: 'Failed to load transactions',
    none: { text: 'This notification is no longer there.' },
  },

  newsletter: {
    done: { text: 'Thank you! You are subscribed.' },
    invalid: { text: 'Please enter a valid email address.' },
    failed: { text: 'Failed to subscribe' },
    confirmFirst: {
      text: 'Thank you! Please open the link in the mail that we have sent to you. If none arrives, look in the spam folder, or enter another address.',
    },
    question: '{email} is to get our newsletter. Is that right?',
    ended: 'This link is not valid any more. Please subscribe again.',
    left: { text: 'You are unsubscribed.' },
    leaveFirst: {
      text: 'If this address gets our newsletter, a mail with a link is on its way. Please open the link to unsubscribe.',
    },
    unknown: 'This link is not valid.',
  },

  demo: {
    held: 'This report is above a limit of the shop, or unclear: it waits in quarantine until an operator accepts it at the desk.',
  },
} as const
