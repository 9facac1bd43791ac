import { SearchForm } from '~/catalog/search/search-form'
import { failure, success, warning } from '~/notice'
import { paths } from '~/paths'
import { Carousel } from '~/ui/carousel'
import { CopyField } from '~/ui/copy-field'
import { FactList } from '~/ui/facts'
import { COMMON_TEXTS, Checkbox, Field, FormFlashProvider, PostForm, Submit } from '~/ui/form'
import { GoBack } from '~/ui/go-back'
import { Icon } from '~/ui/icon'
import { Initials } from '~/ui/initials'
import { DialogLink, SearchLink } from '~/ui/link'
import { NoticeBox } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { Popover } from '~/ui/popover'
import { Section } from '~/ui/section'
import { Spaced } from '~/ui/spaced'
import { ICONS } from '~/shell/sprite'

const COLOURS =
  `ground card sunk ink muted line edge action action-strong on-action action-soft marigold marigold-soft
  trust on-trust trust-soft danger danger-soft caution caution-soft`.split(/\s+/)
const BUTTONS = ['', 'button-primary']
const LONG =
  'A very long name that goes on, of the Shree Balaji Handloom & Handicrafts Emporium of Kanchipuram'

export function Foundations() {
  return (
    <>
      <Section title="Colours">
        <ul className="buttons">
          {COLOURS.map((name) => (
            <li key={name}>
              <svg width="64" height="40" aria-hidden="true">
                <rect width="64" height="40" fill={`var(--color-${name})`} stroke="var(--color-edge)" />
              </svg>
              <p className="text-small">{name}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type">
        <div className="prose">
          <p>Page title</p>
          <h2>Heading 2</h2>
          <h3>Heading 3</h3>
          <p>
            Body, with a <a href={paths.styleGuide}>link</a> and Devanagari: आपका स्वागत है। Amounts:{' '}
            <span className="money">Rs. 1,23,456.50</span>
          </p>
          <p className="muted text-small">Muted and small</p>
          <ul>
            <li>One</li>
            <li>{LONG}</li>
          </ul>
        </div>
      </Section>
      <Section title="Icons">
        <ul className="buttons">
          {ICONS.map((name) => (
            <li key={name} className="text-small">
              <Icon name={name} /> {name}
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

export function Controls() {
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
      <Section title="Fields">
        <PostForm form="style-guide" action={paths.newsletter} label="Empty" whenFailed={COMMON_TEXTS}>
          <Fields />
        </PostForm>
      </Section>
      <Section title="Fields that came back">
        <PostForm form="style-guide" action={paths.newsletter} label="Returned" whenFailed={COMMON_TEXTS}>
          <FormFlashProvider
            value={{
              form: 'style-guide',
              values: { name: LONG, plain: 'Typed' },
              errors: { name: 'Please enter at most 80 characters.', agree: 'Please tick the box.' },
            }}
          >
            <Fields />
          </FormFlashProvider>
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
      <Checkbox name="agree">I agree to {LONG}</Checkbox>
      <Submit>Submit</Submit>
    </>
  )
}

export function Surfaces() {
  return (
    <>
      <Section title="Notices">
        <div className="stack">
          {[success, failure, warning].map((say) => (
            <NoticeBox key={say.name} notice={say({ title: 'Title', text: 'What there is to say.' })} />
          ))}
          <NoticeBox notice={success({ text: LONG })} />
        </div>
      </Section>
      <Section title="Dialogs and popovers">
        <p className="buttons">
          <Spaced>
            {['sign-in', 'sign-up', 'otp-sign-in', 'forgot-password', 'otp', 'reset-password'].map((name) => (
              <DialogLink key={name} name={name} className="button">
                {name}
              </DialogLink>
            ))}
            <button type="button" className="button" popovertarget="style-popover">
              Popover
            </button>
          </Spaced>
        </p>
        <Popover id="style-popover" title="Popover">
          <p>{LONG}</p>
        </Popover>
      </Section>
      <Section title="Page numbers">
        {[1, 5, 9].map((page) => (
          <div key={page}>
            <Pagination page={page} pages={9} label={`Page ${page} of 9`} />
          </div>
        ))}
      </Section>
      <Section title="Strips">
        {[2, 8].map((count) => (
          <Carousel key={count} label={`${count} slides`} slides={slides(count)} />
        ))}
      </Section>
      <Section title="Facts, codes, initials" more={{ to: paths.styleGuide, label: 'A link of a section' }}>
        <div className="stack">
          <FactList
            facts={[
              ['Name', LONG],
              ['Amount', 'Rs. 9,99,99,999.00'],
            ]}
          />
          <div className="ticket">
            <CopyField label="Coupon code" text="SAVE20-FOR-EVERYBODY" />
          </div>
          <p className="buttons">
            {['Asha Rao', 'आशा देवी', 'Zest & Co.', '42', LONG, '!'].map((name) => (
              <Initials key={name} name={name} />
            ))}
          </p>
          <p>
            <span className="badge">Badge</span>
          </p>
          <p className="empty">
            <Icon name="store" /> Nothing is here.
          </p>
        </div>
      </Section>
    </>
  )
}

/** Each slide has a link, so that keyboard users can scroll the strip. */
const slides = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    key: i,
    content: (
      <a className="panel" href={paths.styleGuide}>
        Slide {i + 1}
      </a>
    ),
  }))
