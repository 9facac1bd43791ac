import { useEffect, useRef } from 'react'
import { savedPaths } from '~/edit-paths'
import { fill } from '~/messages/message'
import { choiceMessages } from '~/messages/mail-choices'
import { paths } from '~/paths'
import { Checkbox } from '~/components/ui/checkbox'
import { PostForm } from '~/components/ui/form'
import { Link } from '~/components/ui/link'
import { NoticeBox } from '~/components/ui/notice'
import { usePage } from '~/components/ui/page-context'
import { Submit } from '~/components/ui/submit'
import type { MessageSettings } from '~/domain/outreach/message-settings.server'
import { SWITCHED_TOPICS } from '~/domain/outreach/topics'
import './message-choices.css'

const { choices: texts } = choiceMessages

const GROUPS = {
  money: { label: 'My money', about: 'Cashback, referral rewards, withdrawals, claims.' },
  stores: { label: 'My stores', about: 'Stores that you follow: at most one message a day.' },
  newsletter: { label: 'Newsletter', about: 'The best deals of the week.' },
}

const ALWAYS = [
  'A new sign-in',
  'A new payout destination',
  'A changed password, e-mail or number',
  'The end of the account',
]

export function MessageChoices({ settings }: { settings: MessageSettings }) {
  const { flash } = usePage()
  const saved = useRef<HTMLDivElement>(null)
  const isSaved = flash?.saved === 'messages'
  useEffect(() => {
    if (isSaved) saved.current?.scrollIntoView({ block: 'nearest' })
  }, [isSaved, flash])
  return (
    <section className="panel stack" aria-labelledby="messages-title" id="messages">
      <h2 id="messages-title">Messages</h2>
      {isSaved && flash.notice && (
        <div ref={saved}>
          <NoticeBox notice={flash.notice} />
        </div>
      )}
      <p>{texts.quiet}</p>
      <EmailState {...settings} />
      {!settings.hasPush && <p>{texts.noPush}</p>}
      <PostForm
        form="message-choices"
        action={paths.messageChoices}
        from={savedPaths.messageChoices}
        className="form message-choices"
      >
        <input type="hidden" name="shown" value={SWITCHED_TOPICS.join(' ')} />
        {SWITCHED_TOPICS.map((topic) => (
          <fieldset key={topic} className="message-choice">
            <legend>{GROUPS[topic].label}</legend>
            <p>{GROUPS[topic].about}</p>
            {topic === 'newsletter' && settings.email && settings.emailState === 'unconfirmed' && (
              <p>{fill(texts.newsletterWaits, { email: settings.email })}</p>
            )}
            <div className="message-choice-ways">
              <Checkbox name={`${topic}_email`} defaultChecked={settings.choices[topic].email}>
                By e-mail
              </Checkbox>
              <Checkbox name={`${topic}_push`} defaultChecked={settings.choices[topic].push}>
                By push
              </Checkbox>
            </div>
          </fieldset>
        ))}
        <Submit>Save</Submit>
      </PostForm>
      <h3>Always</h3>
      <p>{texts.always}</p>
      <ul className="message-always">
        {ALWAYS.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

function EmailState({ email, emailState }: Pick<MessageSettings, 'email' | 'emailState'>) {
  if (emailState === 'missing') return <p>{texts.noMail}</p>
  if (emailState === 'ready') return <p>Mails go to {email}.</p>
  return (
    <p>
      {email ? `${email} ${texts[emailState]}` : texts.noAddress}{' '}
      <Link to={paths.account} className="link">
        Your account
      </Link>
    </p>
  )
}
