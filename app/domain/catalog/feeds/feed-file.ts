export const isSource = (text: string): boolean => /^[\w.-]{1,60}$/.test(text)

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
