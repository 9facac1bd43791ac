import { useHydrated } from 'remix-utils/use-hydrated'
import { useRoot } from '~/components/layout/root-data'
import { CopyButton } from '~/components/ui/copy-button'
import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import './share.css'
import '~/components/ui/popover-middle.css'

export const SHARE_TEXTS = {
  whatsApp: 'WhatsApp Share',
  copy: 'Copy link',
  copied: 'Copied!',
  apps: 'Other apps',
  hint: 'Touch and hold the link, or press it twice, then choose Copy:',
}

interface ShareProps {
  title: string
  href: string
  icon?: IconName
  t?: typeof SHARE_TEXTS
}

export function Share({ title, href, icon = 'chat', t = SHARE_TEXTS }: ShareProps) {
  const { site, user } = useRoot()
  const url = `${site.origin}${href}${user?.referralCode ? `?ref=${user.referralCode}` : ''}`
  const canShare = useHydrated() && 'share' in navigator
  return (
    <>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
        className="button"
        rel="noopener"
      >
        <Icon name={icon} />
        {t.whatsApp}
      </a>{' '}
      <CopyLink url={url} t={t} /> {/* Always there, so that nothing moves when scripts start. */}
      <span className="share-apps">
        {canShare && (
          <button
            type="button"
            className="button button-wide"
            // The promise is rejected when the person closes the list of apps.
            onClick={() => void navigator.share({ title, url }).catch(() => {})}
          >
            <Icon name="share" />
            {t.apps}
          </button>
        )}
      </span>
    </>
  )
}

function CopyLink({ url, t }: { url: string; t: typeof SHARE_TEXTS }) {
  return (
    <>
      <CopyButton field="shared-link" hint="copy-link" labels={t} />
      <div id="copy-link" popover="" className="popover popover-middle">
        <label htmlFor="shared-link">{t.hint}</label>
        <p className="field-control">
          <input id="shared-link" value={url} readOnly />
        </p>
      </div>
    </>
  )
}
