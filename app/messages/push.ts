/** Texts of push notifications, which other people may see on a locked screen. */
export const pushMessages = {
  push: {
    about:
      'A short message on this device when something happens in your account. It names no amount and no account, and ends when you log out here.',
    unsupported:
      'Your browser shows no notifications of this site: that needs scripts and a secure connection.',
    blocked:
      'Your browser blocks notifications of this site. Allow them in its settings for this site, then load this page again.',
    isOn: 'This device shows your notifications.',
    on: { text: 'This device shows your notifications from now on.' },
    off: { text: 'This device shows no more notifications.' },
    failed: { text: 'Notifications could not be turned on. Please try again.' },
    invalid: { text: 'This browser’s service for notifications is not one that we send to.' },
    tooMany: { text: 'Ten devices show your notifications already. Turn them off on one of them first.' },
  },
  pushed: {
    safety: {
      title: 'Your account',
      text: 'Something about your account has changed. Open DealDwaar to see it.',
    },
    money: { title: 'Your money', text: 'There is news of your cashback. Open DealDwaar to see it.' },
    /** The newsletter's subject is the text. */
    newsletter: { title: 'DealDwaar' },
    stores: {
      title: 'Your stores',
      text: 'There is news of stores that you follow. Open DealDwaar to see it.',
    },
  },
} as const
