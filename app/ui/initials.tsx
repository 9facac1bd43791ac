/** What stands where a picture is missing: initials on one of twelve colours, always the same for a name. */
export function Initials({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span className={`initials initials-${colourOf(name)} ${className}`.trim()} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** The first letters of the first two words; letters of any script. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('')
}

/** 1 to 12. */
function colourOf(name: string): number {
  let sum = 0
  for (const char of name) sum = (sum * 31 + char.codePointAt(0)!) % 9973
  return (sum % 12) + 1
}
