import { Icon } from '~/ui/icon'
import { Section } from '~/ui/section'
import { MORE_QUESTIONS, QUESTIONS, type Question } from './questions'

export function Faq() {
  return (
    <Section title="Frequently Asked Questions">
      <div className="faq panel">
        <Questions questions={QUESTIONS} />
        <details className="faq-more">
          <summary>
            <span className="details-closed">See More</span> <span className="details-open">Hide</span>
          </summary>{' '}
          <Questions questions={MORE_QUESTIONS} />
        </details>
      </div>
    </Section>
  )
}

const Questions = ({ questions }: { questions: Question[] }) => (
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
