export const deskMessages = {
  missing: {
    name: 'Enter your name or e-mail address.',
    password: 'Enter your password.',
    code: 'Enter a code.',
  },
  signIn: {
    first: { text: 'Please sign in.' },
    wrong: { text: 'This name and this password do not belong together.' },
    busy: { text: 'The sign-in did not work. Please try again.' },
    tooMany: { text: 'Too many attempts: please try again in {wait}.' },
    out: { text: 'You are signed out.' },
  },
  code: {
    wrong: 'This code is wrong, or it was used before.',
    again: { text: 'Please enter a code first: the last one is older than 10 minutes.' },
    apart: 'It needs a code of the last ten minutes; ‘Open apart’ asks for one.',
    recovery: { text: 'That was a recovery code, which works once. You have {n} more.' },
    demo: 'Demo mode: your code is {code}.',
    demoWait: 'Demo mode: both codes of now are used. Please reload in 30 seconds.',
  },
  setUp: {
    over: 'It was used, or it is older than 72 hours. Ask an owner for another one.',
  },
  recoveryCodes: {
    kept: { text: 'The recovery codes are kept: nobody sees them again.' },
  },
  sessions: {
    ended: { text: 'Signed out there.' },
    gone: { text: 'This sign-in has ended already.' },
    allEnded: { text: 'You are signed out everywhere.' },
  },
  keys: {
    title: 'Key for the search',
    slash: 'The key / leads to the search',
    hint: 'On this device. Ctrl+K leads to it always. Switch / off if you dictate, or press keys without meaning to.',
    save: 'Save the key',
    on: { text: 'The key / leads to the search again.' },
    off: { text: 'The key / is switched off on this device. Ctrl+K still leads to the search.' },
  },
  password: {
    changed: { text: 'Your password is changed, and you are signed out everywhere else.' },
    wrong: 'This is not your current password.',
    length: 'Please choose a password of 12 to 128 characters.',
  },
  draft: {
    failed: { text: 'It could not be sent. Please try again: nothing is done twice.' },
    old: 'The preview was older than 30 minutes, and nothing was done. This is how it is now.',
    changed: 'Something changed meanwhile, and nothing was done. This is how it is now.',
    running:
      'It was sent before and has not ended yet. Press the button again in a moment: nothing is done twice.',
    interrupted:
      'It was interrupted. Part may be done: look at the record and the log, then begin with a new form.',
    undone: 'It was interrupted, and nothing was done. Begin with a new form.',
    queued: 'It is done in the background. You may close this page.',
    once: 'Each file can be downloaded once, within an hour.',
    fetched: { text: 'This file was downloaded before, or an hour has passed. It can be made again.' },
    tooLarge: 'This file is larger than 5 MB. Larger feeds are imported on the command line.',
    pictureTooLarge: 'This picture is larger than 5 MB: save it smaller.',
    nothing: 'Nothing would be changed, so there is nothing to confirm.',
    waits: 'Nothing is done yet. It waits seven days.',
  },
  record: { shop: 'See in the shop', undo: 'Undo' },
  page: {
    notFound: { title: 'Page not found', text: 'There is nothing at this address.' },
    forbidden: {
      title: 'You may not do this',
      text: 'It needs another role, or the form did not come from our own page.',
    },
    tooMuch: { title: 'Too much', text: 'This takes too long to read. Please narrow it down.' },
  },
} as const
