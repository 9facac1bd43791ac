import { CopyButton } from '~/components/ui/copy-button'
import { Icon } from '~/components/ui/icon'
import '~/components/ui/popover-middle.css'

const LABELS = { copy: 'Copy link', copied: 'Copied!' }

export function ShareLinks({ link }: { link: string }) {
  const text = encodeURIComponent(`Join me on DealDwaar and earn cashback on your shopping: ${link}`)
  return (
    <div className="buttons">
      <a
        href={`https://wa.me/?text=${text}`}
        target="_blank"
        rel="noopener noreferrer"
        className="button button-primary"
      >
        <Icon name="share" />
        WhatsApp
      </a>{' '}
      <a href={`sms:?body=${text}`} className="button">
        SMS
      </a>{' '}
      <CopyButton field="refer-link" hint="refer-hint" labels={LABELS} />
      <p id="refer-hint" popover="" className="popover popover-middle">
        Touch and hold the link, then choose Copy.
      </p>
    </div>
  )
}

export function ReferralLink({ link }: { link: string }) {
  return (
    <div className="field">
      <label htmlFor="refer-link">Your link</label>
      <div className="field-control">
        <input id="refer-link" readOnly value={link} />
      </div>
    </div>
  )
}
