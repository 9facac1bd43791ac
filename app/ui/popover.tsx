/** The platform's own popovers: they open, close and dismiss without scripts. */
import { useLocation } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { Icon } from './icon'

interface PopoverProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

export function Popover({ id, title, className = '', children }: PopoverProps) {
  return (
    <section id={id} popover="" className={`pop ${className}`.trim()} aria-labelledby={`${id}-title`}>
      <div className="pop-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" popovertarget={id} popovertargetaction="hide" className="icon-button">
          <Icon name="close" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      {children}
    </section>
  )
}

/** Client-side navigation keeps the frame of the page, and with it an open popover: close it. */
export function useClosedPopovers() {
  const { key } = useLocation()
  useEffect(closePopovers, [key])
}

/** The focus goes from an open popover back to its button. */
export function closePopovers() {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
}
