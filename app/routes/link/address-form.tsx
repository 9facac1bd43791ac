import { Form } from '@remix-run/react'
import { LONGEST_TEXT } from '~/domain/catalog/product-links'
import { Field } from '~/components/ui/field'
import { linkMessages } from '~/messages/link'
import { paths } from '~/paths'
import '~/components/ui/prose.css'

const t = linkMessages.link

interface AddressFormProps {
  pasted: string
  problem: string | undefined
  /** Below a product, whose Get Deal is what to press. */
  isSecond: boolean
}

export const AddressForm = ({ pasted, problem, isSecond }: AddressFormProps) => (
  <div className="panel">
    <Form action={paths.link} discover="none" className="form">
      <Field
        name="url"
        label={t.field}
        hint={t.hint}
        problem={problem}
        defaultValue={pasted}
        type="text"
        className="field"
        inputMode="url"
        enterKeyHint="go"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_TEXT + 1}
      />
      <button type="submit" className={isSecond ? 'button' : 'button button-primary'}>
        Show cashback
      </button>
    </Form>
  </div>
)

export const HowItWorks = () => (
  <section className="panel">
    <h2 className="panel-title">How it works</h2>
    <div className="prose">
      <ol>
        {t.how.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  </section>
)
