/** Share Now: the person's referral link, ready to be sent by WhatsApp or SMS. */
import { useDialogData } from '~/root-data'
import { Dialog } from '~/ui/dialog'
import { Icon } from '~/ui/icon'

export function ReferDialog() {
  const data = useDialogData('refer')
  if (!data) return null
  const text = encodeURIComponent(`Join me on DealDwaar and earn cashback on your shopping: ${data.link}`)
  return (
    <Dialog name="refer" title="Refer and Earn">
      <p>You earn 20% of what your friend earns, on top: your friend loses nothing.</p>
      <div className="field">
        <label htmlFor="refer-link">Your link</label>
        <div className="field-control">
          <input
            id="refer-link"
            readOnly
            value={data.link}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <p className="field-hint">
          Or tell your code: <code>{data.code}</code>
        </p>
      </div>
      <div className="form-buttons">
        <a
          href={`https://wa.me/?text=${text}`}
          target="_blank"
          rel="noopener noreferrer"
          className="button button-primary"
        >
          <Icon name="share" />
          WhatsApp
        </a>
        <a href={`sms:?body=${text}`} className="button">
          SMS
        </a>
      </div>
    </Dialog>
  )
}
