/** What a bank's answer may have in a column. */
export const ANSWER_FIELDS = [
  'withdrawal',
  'amount',
  'utr',
  'reference',
  'status',
  'reason',
  'account',
  'account_check',
  'upi',
] as const
export type AnswerField = (typeof ANSWER_FIELDS)[number]
