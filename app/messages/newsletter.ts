export const newsletterMessages = {
  /** Also for an address that is subscribed already, or gets no further mail now. */
  asked: { text: 'Thank you! Please open the link in the mail that we have sent to you.' },
  question: '{email} is to get our newsletter. Is that right?',
  ended: 'This link is not valid any more. Please subscribe again.',

  mail: {
    subject: 'Please confirm your subscription',
    preheader: 'One click, and the best deals of the week come by e-mail.',
    asked: 'Somebody, we hope you, has asked for our newsletter at this address.',
    otherwise: 'If it was not you, do nothing: you get no further mail. The link is good for 48 hours.',
    button: 'Confirm',
    why: 'You get this mail because this address was entered at DealDwaar.',
    issueWhy: 'You get this mail because you subscribed to our newsletter.',
  },
} as const
