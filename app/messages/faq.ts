/** Of the FAQ on home, in order; the first three are shown at first. Operators may change each (docs/rules.md#69). */
export const faqMessages = {
  'question-1': {
    question: 'Does DealDwaar cost anything?',
    answer: 'No. Using DealDwaar is free of fees: stores pay us when you buy through our links.',
  },
  'question-2': {
    question: 'Can I use the offers in a shop near me?',
    answer: 'No. The offers are online only: follow our link and buy on the store’s own website.',
  },
  'question-3': {
    question: 'When do I get my cashback?',
    answer:
      'After your purchase. It is pending until the store confirms the sale. The store’s page says how long that takes, often a month or two.',
  },
  'question-4': {
    question: 'How do I take my money out?',
    answer: 'Choose Redeem in your wallet, and we transfer it to your bank account or payment method.',
  },
  'question-5': {
    question: 'Why do I have to sign in before I follow a link?',
    answer: 'Without that, the store cannot tell us that the purchase was yours.',
  },
  'question-6': {
    question: 'What if I return what I bought?',
    answer: 'The cashback of that sale is taken back, too.',
  },
  'question-7': {
    question: 'What do I earn when I refer a friend?',
    answer: '{share} of what your friend earns in cashback. Your friend loses nothing by it.',
  },
}
