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
    text: 'This page could not be reached, and your device has no copy of it.',
    kept: 'Pages you can read now',
    none: 'Pages that you open while connected can be read here later.',
    copy: 'You are offline, or the connection is slow. This is a copy from {time}: rates and codes may have changed, and your account is not in it.',
  },

  limits: {
    tooMany: { text: 'Too many attempts. Please try again in {n} minutes.' },
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
    left: { text: 'You are unsubscribed.' },
    unknown: 'This link is not valid.',
  },
} as const
