/** Of the switches of mails, and of the links at their ends. What is in site.ts, every page loads. */
export const choiceMessages = {
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
