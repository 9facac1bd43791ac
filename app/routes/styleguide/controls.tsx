import { SearchForm } from '~/components/search/search-form'
import { paths } from '~/paths'
import { Checkbox } from '~/components/ui/checkbox'
import { Field } from '~/components/ui/field'
import { FormFlashContext, PostForm } from '~/components/ui/form'
import { GoBack } from '~/components/ui/go-back'
import { Icon } from '~/components/ui/icon'
import { SearchLink } from '~/components/ui/link'
import { Section } from '~/components/ui/section'
import { Spaced } from '~/components/ui/spaced'
import { Submit } from '~/components/ui/submit'
import { LONG } from './long-name'
import '~/components/ui/icon-button-dot.css'
import { TextArea } from '~/components/ui/text-area'

const BUTTONS = ['', 'button-primary']

export function Controls() {
  return (
    <>
      <Buttons />
      <Section title="Fields">
        <PostForm form="style-guide" action={paths.newsletter} label="Empty">
          <Fields />
        </PostForm>
      </Section>
      <Section title="Fields that came back">
        <PostForm form="style-guide" action={paths.newsletter} label="Returned">
          <FormFlashContext.Provider
            value={{
              form: 'style-guide',
              values: { name: LONG, plain: 'Typed' },
              errors: { name: 'Please enter at most 80 characters.', agree: 'Please tick the box.' },
            }}
          >
            <Fields />
          </FormFlashContext.Provider>
        </PostForm>
      </Section>
      <Section title="Search">
        <SearchForm id="style-search" />
      </Section>
    </>
  )
}

function Fields() {
  return (
    <>
      <Field name="plain" label="Plain" placeholder="Placeholder" />
      <Field name="name" label="With a hint" hint="At most 80 characters." required />
      <TextArea name="lines" label="Several lines" hint="At most 1,000 characters." rows={3} />
      <Checkbox name="agree">I agree to {LONG}</Checkbox>
      <Submit>Submit</Submit>
    </>
  )
}

function Buttons() {
  return (
    <>
      <Section title="Buttons and links">
        <div className="stack">
          {[undefined, true].map((disabled) => (
            <p key={String(disabled)} className="buttons">
              <Spaced>
                {BUTTONS.map((look) => (
                  <button
                    key={look}
                    type="button"
                    className={`button ${look}`.trim()}
                    aria-disabled={disabled}
                  >
                    <Icon name="check" />
                    {look || 'button'}
                  </button>
                ))}
                <button type="button" className="icon-button" aria-disabled={disabled}>
                  <Icon name="bell" />
                  <span className="sr-only">Icon button</span>
                  <span className="icon-button-dot" />
                </button>
              </Spaced>
            </p>
          ))}
          <button type="button" className="button button-wide">
            {LONG}
          </button>
          <p className="buttons">
            <SearchLink set={{ show: 'all' }} className="link">
              Search link
            </SearchLink>{' '}
            <GoBack to="/" />
          </p>
        </div>
      </Section>
    </>
  )
}
