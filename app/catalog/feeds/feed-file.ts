/** What the name of a feed's file says; '-' is standard input, which has no name. */

export const isSource = (text: string): boolean => /^[\w.-]{1,60}$/.test(text)

/** The name without its ending; null if it says nothing. */
export function readSourceName(name: string): string | null {
  const source = name
    .replace(/(?<=.)\.[^.]*$/, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
  return /\w/.test(source) ? source : null
}

export function findEncoding(name: string): 'json' | 'csv' | null {
  const ending = /\.[^.]*$/.exec(name)?.[0].toLowerCase()
  if (ending === '.csv') return 'csv'
  return ending === '.json' || name === '-' ? 'json' : null
}
