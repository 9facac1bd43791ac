import { failure, success, warning } from '~/messages/notice'
import { paths } from '~/paths'
import { EmptyGate } from '~/components/ui/arches'
import { Art } from '~/components/ui/art'
import { Carousel } from '~/components/ui/carousel'
import { CopyButton } from '~/components/ui/copy-button'
import { CopyField } from '~/components/ui/copy-field'
import { FactList } from '~/components/ui/facts'
import { Figure } from '~/components/ui/figure'
import { Icon } from '~/components/ui/icon'
import { Initials } from '~/components/ui/initials'
import { DialogLink } from '~/components/ui/link'
import { NoticeBox } from '~/components/ui/notice'
import { Pagination } from '~/components/ui/pagination'
import { Popover } from '~/components/ui/popover'
import { Section } from '~/components/ui/section'
import { Spaced } from '~/components/ui/spaced'
import { TryAgain } from '~/components/ui/try-again'
import { LONG } from './long-name'
import '~/components/ui/badge.css'
import '~/components/ui/banner.css'
import '~/components/ui/popover-middle.css'

function CopyLink() {
  return (
    <div className="field-control">
      <input id="copied-link" aria-label="Link" value="https://dealdwaar.example/" readOnly />{' '}
      <CopyButton field="copied-link" hint="copy-by-hand" />
      <p id="copy-by-hand" popover="" className="popover popover-middle">
        {LONG}
      </p>
    </div>
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
      <Facts />
    </>
  )
}

const slides = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    key: i,
    content: (
      <a className="panel" href={paths.styleGuide}>
        Slide {i + 1}
      </a>
    ),
  }))

function Facts() {
  return (
    <>
      <Section title="Facts, codes, initials" more={{ to: paths.styleGuide, label: 'A link of a section' }}>
        <div className="stack">
          <FactList
            facts={[
              ['Name', LONG],
              ['Amount', 'Rs. 9,99,99,999.00'],
            ]}
          />
          <p className="figure">
            <Figure text="Rs. 1,250.00" />
            <span>cashback</span>
          </p>
          {['', 'banner-2', 'banner-3', 'banner-4'].map((look) => (
            <p key={look} className={`banner ${look}`.trim()}>
              <Art />
              {LONG}
            </p>
          ))}
          <EmptyGate />
          <div className="ticket">
            <CopyField label="Coupon code" text="SAVE20-FOR-EVERYBODY" />
          </div>
          <CopyLink />
          <TryAgain className="button" />
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
