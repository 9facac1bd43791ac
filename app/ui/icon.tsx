export function Icon({ name, className = 'icon' }: { name: string; className?: string }) {
  return (
    <svg className={className} aria-hidden="true" width="24" height="24">
      <use href={`#icon-${name}`} />
    </svg>
  )
}
