import { useRoot } from '~/components/layout/root-data'
import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { listQuestions, type EditedFaq, type Question } from '~/domain/catalog/faq'
import './faq.css'

export function Faq({ edited = {} }: { edited?: EditedFaq | undefined }) {
  const { site } = useRoot()
  const [first, more] = listQuestions(edited, site.referral.share)
  return (
    <Section title="Frequently Asked Questions">
      <div className="faq panel">
        <Questions questions={first} />
        <details className="faq-more">
          <summary>
            <span className="details-closed">See More</span> <span className="details-open">Hide</span>
          </summary>{' '}
          <Questions questions={more} />
        </details>
      </div>
    </Section>
  )
}

const Questions = ({ questions }: { questions: Question[] }) => (
  <>
    {questions.map(({ question, answer }) => (
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
