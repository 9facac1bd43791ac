import { Form } from '@remix-run/react'
import { LONGEST_TEXT } from '~/domain/catalog/product-links'
import { Field } from '~/components/ui/field'
import { linkMessages } from '~/messages/link'
import { paths } from '~/paths'
import '~/components/ui/prose.css'

const t = linkMessages.link

export const AddressForm = ({ pasted, problem }: { pasted: string; problem: string | undefined }) => (
  <section className="panel">
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
      <button type="submit" className="button button-primary">
        Show cashback
      </button>
    </Form>
  </section>
)

export const How = () => (
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
