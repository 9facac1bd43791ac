interface IconProps {
  name: string
  /** The icon that a custom element shows instead later. The page's sprite has it (app/styles/used-symbols.ts). */
  then?: string
  className?: string
}

export function Icon({ name, then, className = 'icon' }: IconProps) {
  return (
    <svg className={className} aria-hidden="true" width="24" height="24">
      <use href={`#icon-${name}`} data-then={then && `#icon-${then}`} />
    </svg>
  )
}
