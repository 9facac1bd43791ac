import { Icon } from '~/ui/icon'
import { Section } from '~/ui/section'

const QUESTIONS: [question: string, answer: string][] = [
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
    'After your purchase. It shows as pending once the store reports the sale, and is credited to your wallet when the store confirms it.',
  ],
]
const MORE_QUESTIONS: [question: string, answer: string][] = [
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
    'You earn 20% of what your friend earns in cashback. Your friend loses nothing by it.',
  ],
]

/** One answer is open at a time, by the platform's own <details name>. */
export function Faq() {
  return (
    <Section title="Frequently Asked Questions">
      <div className="faq panel">
        <Questions questions={QUESTIONS} />
        <details className="faq-more">
          <summary>
            <span className="when-closed">See More</span>
            <span className="when-open">Hide</span>
          </summary>
          <Questions questions={MORE_QUESTIONS} />
        </details>
      </div>
    </Section>
  )
}

const Questions = ({ questions }: { questions: [question: string, answer: string][] }) => (
  <>
    {questions.map(([question, answer]) => (
      <details key={question} name="faq">
        <summary>
          {question}
          <Icon name="chevron" />
        </summary>
        <p>{answer}</p>
      </details>
    ))}
  </>
)
