/** Lists that only this browser keeps. Its storage may be unavailable, full, or hold anything. */
export function readBrowserList<Item>(
  name: string,
  most: number,
  isItem: (value: unknown) => value is Item,
): Item[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, most) : []
  } catch {
    return []
  }
}

export function storeBrowserList(name: string, items: unknown[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(items))
  } catch {
    // The list is a convenience.
  }
}
