import { useEffect, useRef } from 'react'

const PATHS: Record<string, string> = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  wallet:
    'M4 7.5A2.5 2.5 0 0 1 6.5 5H18v3M4 7.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6.5M16 13.5h.01',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  chevron: 'M6 9l6 6 6-6',
  back: 'M11 6l-6 6 6 6M5 12h14',
  arrow: 'M13 6l6 6-6 6M19 12H5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  verified:
    'M12 3l2.4 1.8 3-.1 1 2.8 2.4 1.8-.9 2.9.9 2.9-2.4 1.8-1 2.8-3-.1L12 21.4l-2.4-1.8-3 .1-1-2.8-2.4-1.8.9-2.9-.9-2.9 2.4-1.8 1-2.8 3 .1zM8.5 12l2.5 2.5 4.5-5',
  ticket: 'M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zM14 7v2M14 11v2M14 15v2',
  store:
    'M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M10 20v-5h4v5',
  share:
    'M7 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17 15a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9.2 10.8l5.6-3.1M9.2 13.2l5.6 3.1',
  chat: 'M4 20l1.3-4A8 8 0 1 1 8 18.7zM9 11h.01M12 11h.01M15 11h.01',
  out: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  logout: 'M14 5V4H5v16h9v-1M10 12h10M17 8.5l3.5 3.5-3.5 3.5',
  bag: 'M5 8h14l1 12H4zM9 10.5V7a3 3 0 0 1 6 0v3.5',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  plane: 'M3 13l18-8-6 16-3.5-6.5zM11.5 14.5L21 5',
  heart: 'M12 20S4 15 4 9a4.2 4.2 0 0 1 8-2 4.2 4.2 0 0 1 8 2c0 6-8 11-8 11z',
  bank: 'M4 9l8-5 8 5zM6 9v8M10 9v8M14 9v8M18 9v8M4 20h16M4 17h16',
  filter: 'M4 6h16M7 12h10M10 18h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  thumb: 'M7 11l4-7c1.5 0 2.5 1 2 3l-.7 3H19l-1.5 9H7zM7 11H4v8h3',
  thumbdown: 'M17 13l-4 7c-1.5 0-2.5-1-2-3l.7-3H5l1.5-9H17zM17 13h3V5h-3',
  edit: 'M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5l11 7-11 7z',
}

export const ICONS = ['brand', 'arches', ...Object.keys(PATHS)]

const BRAND =
  '<path d="M4 21V11a8 8 0 0 1 16 0v10"/><path d="M8.5 21v-9.5a3.5 3.5 0 0 1 7 0V21M2.5 21h19M12 3V1.5"/>'

const ARCHES =
  '<path d="M4 200V122C4 62 60 29 100 14c40 15 96 48 96 108v78"/>' +
  '<path opacity=".8" d="M22 200V132a20 20 0 0 1 5-36 16 16 0 0 1 13-26 15 15 0 0 1 21-18 15 15 0 0 1 25-9 15 15 0 0 1 28 0 15 15 0 0 1 25 9 15 15 0 0 1 21 18 16 16 0 0 1 13 26 20 20 0 0 1 5 36v68"/>' +
  '<path opacity=".6" d="M46 200v-57c0-34 31-52 54-61 23 9 54 27 54 61v57M66 200v-44c0-21 20-32 34-38 14 6 34 17 34 38v44"/>'

const symbol = (name: string, paths: string, size = 24) =>
  `<symbol id="icon-${name}" viewBox="0 0 ${size} ${size}">${paths}</symbol>`

const SYMBOLS =
  symbol('brand', BRAND) +
  symbol('arches', ARCHES, 200) +
  Object.entries(PATHS)
    .map(([name, d]) => symbol(name, `<path d="${d}"/>`))
    .join('')

/** The server sends a page only the symbols that its HTML uses; scripts may show any icon. */
export function Sprite() {
  const ref = useRef<SVGSVGElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.innerHTML = SYMBOLS
  }, [])
  return (
    <svg
      ref={ref}
      className="sprite"
      aria-hidden="true"
      width="0"
      height="0"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: SYMBOLS }}
    />
  )
}
