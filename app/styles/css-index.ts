/** A style sheet, prepared at build time so that a page can be given the rules that its HTML uses. */
export interface CssIndex {
  /** What selectors ask for, as '.class', 'element', '#id' or '[attribute'. Other parts refer to them by position. */
  tokens: string[]
  /** How many custom properties and keyframes there are; other parts refer to them by number. */
  names: number
  nodes: CssNode[]
}

export type CssNode = Fixed | Rule | Group | Variables | Named

/** Is always kept, such as the statement of the order of layers. */
export interface Fixed {
  kind: 'fixed'
  text: string
}

export interface Rule {
  kind: 'rule'
  selectors: { text: string; need: Need }[]
  body: string
  /** Names that it leads to, directly or through other custom properties. */
  uses: number[]
}

/** @media, @layer and the like. */
export interface Group {
  kind: 'group'
  head: string
  nodes: CssNode[]
}

/** Custom properties of the root, each of which stands for itself. */
export interface Variables {
  kind: 'variables'
  head: string
  declarations: { name: number; text: string }[]
}

/** @keyframes and @property. */
export interface Named {
  kind: 'named'
  name: number
  text: string
}

/** All of the tokens, and of each list of alternatives one. */
export interface Need {
  all: number[]
  any: Need[][]
}
