import { useLocation } from '@remix-run/react'
import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'
import { Icon } from './icon'
import './popover.css'

interface PopoverProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

export function Popover({ id, title, className = '', children }: PopoverProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is pressed: it closes when the focus leaves it
    <section
      id={id}
      popover=""
      className={`popover ${className}`.trim()}
      aria-labelledby={`${id}-title`}
      onBlur={hideWhenLeft}
    >
      <div className="popover-head">
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

/** Otherwise the focus would move on beneath the panel. The panel's own button closes it by itself. */
function hideWhenLeft({ currentTarget: panel, relatedTarget: next }: FocusEvent<HTMLElement>) {
  if (next && !panel.contains(next) && next.getAttribute('popovertarget') !== panel.id) panel.hidePopover()
}

/** Closes popovers after a navigation. One that was opened before the scripts ran stays open. */
export function useClosedPopovers() {
  const { key } = useLocation()
  const last = useRef(key)
  useEffect(() => {
    if (key !== last.current) closePopovers()
    last.current = key
  }, [key])
}

export function closePopovers() {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
}
