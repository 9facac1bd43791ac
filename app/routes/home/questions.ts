export type Question = readonly [question: string, answer: string]

export const QUESTIONS: Question[] = [
  [
    'Does DealDwaar cost anything?',
    'No. Using DealDwaar is free of fees: stores pay us when you buy through our links.',
  ],
  [
    'Can I use the offers in a shop near me?',
    'No. The offers are online only: follow our link and buy on the store’s own website.',
  ],
  [
    'When do I get my cashback?',
    'After your purchase. It is pending until the store confirms the sale. The store’s page says how long that takes, often a month or two.',
  ],
]
export const listMoreQuestions = (referralShare: string): Question[] => [
  [
    'How do I take my money out?',
    'Choose Redeem in your wallet, and we transfer it to your bank account or payment method.',
  ],
  [
    'Why do I have to sign in before I follow a link?',
    'Without that, the store cannot tell us that the purchase was yours.',
  ],
  ['What if I return what I bought?', 'The cashback of that sale is taken back, too.'],
  [
    'What do I earn when I refer a friend?',
    `${referralShare} of what your friend earns in cashback. Your friend loses nothing by it.`,
  ],
]
