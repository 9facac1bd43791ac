import { useRoot } from '~/components/layout/root-data'
import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { listMoreQuestions, QUESTIONS, type Question } from './questions'
import './faq.css'

export function Faq() {
  const { site } = useRoot()
  return (
    <Section title="Frequently Asked Questions">
      <div className="faq panel">
        <Questions questions={QUESTIONS} />
        <details className="faq-more">
          <summary>
            <span className="details-closed">See More</span> <span className="details-open">Hide</span>
          </summary>{' '}
          <Questions questions={listMoreQuestions(site.referral.share)} />
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
