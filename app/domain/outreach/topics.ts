/** What a message is about. 'safety' cannot be switched off and ignores the quiet hours. */
export type MessageTopic = 'safety' | SwitchedTopic

export const SWITCHED_TOPICS = ['money', 'stores', 'newsletter'] as const
export type SwitchedTopic = (typeof SWITCHED_TOPICS)[number]

export const WANTED_BY_DEFAULT: Record<SwitchedTopic, boolean> = {
  money: true,
  stores: true,
  newsletter: false,
}

/** A notification's reference without its numbers and ids: 'withdrawal:paid' for 'withdrawal:7:paid'. */
export const findKind = (reference: string): string =>
  reference
    .split(':')
    .filter((part) => /^[a-z]+(?:[- ][a-z]+)*$/.test(part))
    .join(':')
