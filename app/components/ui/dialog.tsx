/** The dialog becomes modal after hydration. Set `key={name}`, so that the focus moves between views. */
import { useLocation, useNavigate } from '@remix-run/react'
import { useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { getPathname } from '~/http/form/site-paths'
import { closeDialog } from '~/http/urls'
import { usePlace } from './document-context'
import { FIELD, useBrowserEffect } from './focus'
import { Icon } from './icon'
import { Link } from './link'
import { NoticeBox } from './notice'
import { usePage } from './page-context'
import { closePopovers } from './popover'
import './dialog.css'

const FIRST = `[aria-invalid="true"], ${FIELD}, button[type="submit"]`

interface DialogProps {
  name: string
  title: string
  children: ReactNode
  closeTo?: string
}

export function Dialog({ name, title, children, closeTo }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const leaving = useRef(false)
  const notice = usePage().flash?.notice
  const { pathname, search } = usePlace()
  const to = closeTo ?? closeDialog(pathname + search)
  const close = useClose(to, leaving)

  useBrowserEffect(() => {
    const dialog = ref.current!
    closePopovers()
    // showModal() throws while `open` is set.
    dialog.removeAttribute('open')
    dialog.showModal()
    dialog.querySelector<HTMLElement>(FIRST)?.focus()
    return () => {
      leaving.current = true
      dialog.close()
    }
  }, [])

  const closeByLink = (event: MouseEvent) => {
    event.preventDefault()
    close()
  }
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current) close()
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the backdrop; Escape is the keyboard's way
    <dialog
      ref={ref}
      open
      id={`dialog-${name}`}
      className="dialog"
      aria-labelledby={`dialog-${name}-title`}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // A second Escape closes the dialog despite preventDefault: the URL must follow.
      onClose={close}
    >
      <div className="dialog-panel">
        <header className="dialog-head">
          <h2 id={`dialog-${name}-title`}>{title}</h2>
          <Link to={to} onClick={closeByLink} className="icon-button">
            <Icon name="close" />
            <span className="sr-only">Close</span>
          </Link>
        </header>
        {notice && <NoticeBox notice={notice} />}
        {children}
      </div>
    </dialog>
  )
}

function useClose(to: string, leaving: RefObject<boolean>): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { isPageBehind } = usePage()
  const going = useRef(false)
  return () => {
    if (leaving.current || going.current) return
    if (!isPageBehind || getPathname(to) !== pathname)
      return navigate(to, { replace: true, preventScrollReset: true })
    going.current = true
    navigate(-1)
  }
}
