/** Waiting requests by who sent them (an IPv4 address or IPv6 /64), so that no sender can hold the whole queue. */
export interface FairQueue<Item> {
  readonly size: number
  /** Returns what is refused: null, the item itself, or in a full queue the newest of the sender with most of them. */
  add(sender: string, item: Item): Item | null
  /** Senders take turns. */
  next(): Item | undefined
}

export function createFairQueue<Item>(most: number): FairQueue<Item> {
  const bySender = new Map<string, Item[]>()
  let size = 0

  const push = (sender: string, item: Item) => {
    const items = bySender.get(sender)
    if (items) items.push(item)
    else bySender.set(sender, [item])
  }

  const longest = () => {
    let found: Item[] = []
    for (const items of bySender.values()) if (items.length > found.length) found = items
    return found
  }

  return {
    get size() {
      return size
    },
    add(sender, item) {
      if (size < most) {
        size++
        push(sender, item)
        return null
      }
      const others = longest()
      // Else the sender would have most itself.
      if (others.length <= (bySender.get(sender)?.length ?? 0) + 1) return item
      const refused = others.pop()!
      push(sender, item)
      return refused
    },
    next() {
      const [turn] = bySender
      if (!turn) return undefined
      const [sender, items] = turn
      const item = items.shift()!
      bySender.delete(sender)
      if (items.length) bySender.set(sender, items)
      size--
      return item
    },
  }
}
