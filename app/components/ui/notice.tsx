import { Link, useDialogLinkProps } from './link'
import { useEffect, useRef, useState } from 'react'
import { safePath } from '~/http/form/site-paths'
import { openDialog } from '~/http/urls'
import type { MessageAction } from '~/messages/message'
import type { Notice } from '~/messages/notice'
import { usePlace } from './document-context'
import { Icon } from './icon'
import { Spaced } from './spaced'
import { Sums } from './sums'
import './notice.css'

const ICONS = { success: 'check', error: 'alert', warning: 'alert' } as const

export function NoticeBox({ notice }: { notice: Notice }) {
  return (
    <div className={`notice notice-${notice.tone}`} role={notice.tone === 'success' ? 'status' : 'alert'}>
      {!/^[✅❌]/.test(notice.title ?? notice.text ?? '') && <Icon name={ICONS[notice.tone]} />}
      <div>
        <p>
          {notice.title && <strong className="block">{notice.title}</strong>}
          {notice.title && notice.text && ' '}
          {notice.text && <Sums text={notice.text} />}
        </p>
        <NoticeActions actions={notice.actions} isQuiet={notice.tone === 'success'} />
      </div>
    </div>
  )
}

export const Warning = ({ text }: { text: string }) => (
  <div className="notice notice-warning">
    <Icon name="alert" />
    <p>{text}</p>
  </div>
)

interface NoticeActionsProps {
  actions: readonly MessageAction[] | undefined
  /** Shows the actions less prominently, because nothing has to be done after a success. */
  isQuiet?: boolean
}

export function NoticeActions({ actions, isQuiet = false }: NoticeActionsProps) {
  const { pathname, search } = usePlace()
  const opening = useDialogLinkProps()
  if (!actions?.length) return null
  const links = actions.map((action) => ({
    label: action.label,
    href: 'dialog' in action ? openDialog(pathname + search, action.dialog) : safePath(action.href),
  }))
  return (
    <p className="buttons mt-3">
      <Spaced>
        {links.map(({ label, href }, at) => (
          <Link
            key={href}
            to={href}
            {...(href.includes('dialog=') && opening)}
            className={at === 0 && !isQuiet ? 'button button-primary' : 'button'}
          >
            {label}
          </Link>
        ))}
      </Spaced>
    </p>
  )
}

export function NoticeBar({ notice }: { notice: Notice | undefined }) {
  const { pathname, search } = usePlace()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (notice) bar.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  const [over, setOver] = useState<Notice | null>(null)
  useEffect(() => {
    if (!notice?.lasts) return
    const timer = setTimeout(() => setOver(notice), notice.lasts)
    return () => clearTimeout(timer)
  }, [notice])
  if (!notice || notice === over) return null
  return (
    <section ref={bar} className="page-width notice-bar" aria-label="Notice" data-start>
      <NoticeBox notice={notice} />
      <Link to={pathname + search} replace preventScrollReset className="icon-button">
        <Icon name="close" />
        <span className="sr-only">Dismiss</span>
      </Link>{' '}
    </section>
  )
}
