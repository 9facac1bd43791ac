import type { Message } from './message'

export const deskPages = {
  failed: { text: 'It could not be sent. Please try again: nothing is done twice.' },
  previewOld: 'The preview was older than 30 minutes, and nothing was done. This is how it is now.',
  previewChanged: 'Something changed meanwhile, and nothing was done. This is how it is now.',
  running: 'It was sent before and has not ended yet. Load this page again in a moment.',
  queued: 'It is done in the background, row by row. You may close this page.',
  waits: 'Nothing is done yet. Another person has to give the same within seven days.',
} satisfies Record<string, string | Message>
