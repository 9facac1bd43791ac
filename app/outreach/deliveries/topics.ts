/** What a message is about. 'safety' cannot be switched off and waits for no hour of the day. */
export type Topic = 'safety' | SwitchedTopic

export const SWITCHED_TOPICS = ['money', 'stores', 'newsletter'] as const
export type SwitchedTopic = (typeof SWITCHED_TOPICS)[number]

/** What counts for a member who has chosen nothing. */
export const WANTED_BY_DEFAULT: Record<SwitchedTopic, boolean> = {
  money: true,
  stores: true,
  newsletter: false,
}

/** The words of a notification's reference without its numbers and ids: 'withdrawal:7:paid' is 'withdrawal:paid'. */
export const findKind = (reference: string): string =>
  reference
    .split(':')
    .filter((part) => /^[a-z]+(?:[- ][a-z]+)*$/.test(part))
    .join(':')
