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

  choices: {
    saved: { text: 'Your choice is saved.' },
    quiet:
      'What may reach you outside of this site. Between 10 at night and 8 in the morning we send only what is listed at the end.',
    unconfirmed: 'is not confirmed: we send nothing about your account there. Confirm it in',
    stopped: 'does not accept our mails, so we send none there. Change it, or confirm it again, in',
    noAddress: 'No e-mail address of yours is confirmed yet, so we send no mails. Confirm or enter one in',
    newsletterWaits:
      'By e-mail it comes once you have opened the link that we mail to {email}. This box stays off until you confirm the address of your account; until then leave by the link in the newsletter.',
    noMail: 'This shop sends no mails yet: your choice counts once it does.',
    noPush: 'Push is not available here yet: your choice counts once it is.',
    always: 'These we send by every way that we can, because they are about the safety of your account:',
  },

  demo: {
    held: 'This report is above a limit of the shop, or unclear: it waits in quarantine until an operator accepts it at the desk.',
  },

  unsubscribe: {
    money: 'Mails about my money',
    stores: 'Mails about my stores',
    newsletter: 'Newsletter',
    question: 'Unsubscribe from these mails?',
    done: 'You will get no more of these mails.',
    push: 'You still get push messages about this.',
    unfollow: 'Unfollow {store}?',
    unfollowed: 'You do not follow {store} any more.',
    again: 'You can switch them on again in your account:',
  },
} as const
