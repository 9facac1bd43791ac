/** Whether an order with a code keeps its cashback; null: nobody has said (docs/rules.md#65). */
export type Keeps = 'yes' | 'no' | null

export interface KeepsFact {
  keeps: 'yes' | 'no'
  source: 'feed' | 'operator'
  /** '21 Nov 2026'. */
  since: string
}

export const toKeeps = (said: boolean | null): Keeps => (said === null ? null : said ? 'yes' : 'no')

/** Of codes: those that keep it first, those that end it last. */
export const rankKeeps = (keeps: Keeps | undefined): number => (keeps === 'yes' ? 0 : keeps === 'no' ? 2 : 1)
