export type Question = readonly [question: string, answer: string]

export const QUESTIONS: Question[] = [
  [
    'Does DealDwaar cost anything?',
    'No. Using DealDwaar is free of fees. Stores pay us when you buy through our links, and we share that with you as cashback.',
  ],
  [
    'Can I use the offers in a shop near me?',
    'No. The offers are online only: follow our link and buy on the store’s own website.',
  ],
  [
    'When do I get my cashback?',
    'After your purchase. It shows as pending once the store reports the sale, and is credited to your wallet when the store confirms it. The store’s page says how long that takes, often a month or two.',
  ],
]
export const moreQuestions = (referralShare: string): Question[] => [
  [
    'How do I take my money out?',
    'Add your bank or UPI details in your wallet, choose Redeem, and we transfer it to the bank account or payment method you gave.',
  ],
  [
    'Why do I have to sign in before I follow a link?',
    'The link carries your click to the store. Without it nobody can tell that the purchase was yours.',
  ],
  [
    'What if I return what I bought?',
    'The store then takes the sale back, and the cashback of that sale goes with it.',
  ],
  [
    'What do I earn when I refer a friend?',
    `You earn ${referralShare} of what your friend earns in cashback. Your friend loses nothing by it.`,
  ],
]
