/** Any page. Clients and tests compare these texts literally (message.ts). */
export const siteMessages = {
  failure: { title: 'Oops...', text: 'Something went wrong!' },

  network: {
    noAnswer: { text: 'Network error. Please try again.' },
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

  newsletter: {
    done: { text: 'Thank you! You are subscribed.' },
    invalid: { text: 'Please enter a valid email address.' },
    failed: { text: 'Failed to subscribe' },
    left: { text: 'You are unsubscribed.' },
    none: '{email} gets no newsletter from us.',
    unknown: 'This link is not valid.',
  },
} as const
