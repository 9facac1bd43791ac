/** Runs at build time only (vite.config.ts): the parsers of CSS are no part of the server. */
import postcss, {
  type AtRule,
  type ChildNode,
  type Declaration,
  type Root,
  type Rule as CssRule,
} from 'postcss'
import selectorParser, { type Selector } from 'postcss-selector-parser'
import type { Plugin } from 'vite'
import type { CssIndex, CssNode, Need } from './css-index'

/** `import index from './x.css?inline&index'` gives the sheet's index. */
export const cssIndexPlugin: Plugin = {
  name: 'css-index',
  enforce: 'post',
  transform(code, id) {
    if (!id.endsWith('.css?inline&index')) return null
    const css = JSON.parse(/^export default (".*")/s.exec(code)![1]!) as string
    // A string is parsed faster than an object literal of this size.
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(indexCss(css)))})`, map: null }
  },
}

/** Browsers set these without scripts. Other attributes must be in the HTML. */
const SET_BY_BROWSER = new Set(['open', 'hidden'])
const ALTERNATIVES = new Set([':is', ':where', ':has'])
const OF_THE_ROOT = /^(?::root|:host|\*|::?before|::?after|::backdrop|[,\s])+$/

const variablesIn = (text: string) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name!)
const wordsIn = (text: string) => text.match(/[\w-]+/g) ?? []

export function indexCss(css: string): CssIndex {
  const sheet = postcss.parse(css)
  const index: Index = { tokens: new Numbering(), names: new Numbering(), usesOf: readUses(sheet) }
  const nodes = compile(sheet.nodes, index)
  return { tokens: index.tokens.all, names: index.names.all.length, nodes }
}

interface Index {
  tokens: Numbering
  names: Numbering
  usesOf: (rule: CssRule) => string[]
}

/** Returns a function that names the custom properties and keyframes that a rule uses, directly or through others. */
function readUses(sheet: Root): (rule: CssRule) => string[] {
  const keyframes = new Set<string>()
  sheet.walkAtRules('keyframes', ({ params }) => void keyframes.add(params))
  const leadsTo = new Map<string, string[]>()
  const addLeads = (name: string, to: string[]) => leadsTo.set(name, [...(leadsTo.get(name) ?? []), ...to])
  const directUses = ({ prop, value }: Declaration) =>
    prop.startsWith('--') || /^animation(?:-name)?$/.test(prop)
      ? [...variablesIn(value), ...wordsIn(value).filter((word) => keyframes.has(word))]
      : variablesIn(value)
  sheet.walkDecls((declaration) => {
    if (declaration.prop.startsWith('--')) addLeads(declaration.prop, directUses(declaration))
  })
  sheet.walkAtRules('keyframes', (rule) => void addLeads(rule.params, variablesIn(rule.toString())))

  return (rule) => {
    const found = new Set<string>()
    const add = (name: string) => {
      if (found.has(name)) return
      found.add(name)
      leadsTo.get(name)?.forEach(add)
    }
    rule.walkDecls((declaration) => directUses(declaration).forEach(add))
    return [...found]
  }
}

function compile(nodes: readonly ChildNode[], index: Index): CssNode[] {
  return nodes
    .flatMap((node): ChildNode[] => (node.type === 'rule' ? unnest(node) : [node]))
    .flatMap((node) =>
      node.type === 'rule'
        ? [compileRule(node, index)]
        : node.type === 'atrule'
          ? [compileAtRule(node, index)]
          : [],
    )
}

function compileRule(rule: CssRule, { tokens, names, usesOf }: Index): CssNode {
  const { selector, nodes } = rule
  const declarations = nodes.filter((node): node is Declaration => node.type === 'decl')
  if (declarations.length < nodes.filter(({ type }) => type !== 'comment').length)
    throw new Error(`Rules inside of rules are not supported: ${selector}`)
  if (OF_THE_ROOT.test(selector) && declarations.every(({ prop }) => prop.startsWith('--')))
    return {
      kind: 'variables',
      head: `${selector}{`,
      declarations: declarations.map((one) => ({ name: names.of(one.prop), text: textOf(one) })),
    }
  const selectors: { text: string; need: Need }[] = []
  selectorParser((list) =>
    list.each((one) => void selectors.push({ text: one.toString().trim(), need: needOf(one, tokens) })),
  ).processSync(selector)
  return {
    kind: 'rule',
    selectors,
    body: `{${declarations.map(textOf).join(';')}}`,
    uses: usesOf(rule).map(names.of),
  }
}

function compileAtRule(rule: AtRule, index: Index): CssNode {
  const { name, params, nodes } = rule
  if (name === 'keyframes' || name === 'property')
    return { kind: 'named', name: index.names.of(params), text: rule.toString() }
  if (!nodes) return { kind: 'fixed', text: `${rule.toString()};` }
  if (name === 'font-face') return { kind: 'fixed', text: rule.toString() }
  return { kind: 'group', head: `@${name}${params && ` ${params}`}{`, nodes: compile(nodes, index) }
}

/** States and what is negated may always come to be, and so ask for nothing. */
function needOf(selector: Selector, tokens: Numbering): Need {
  const need: Need = { all: [], any: [] }
  for (const node of selector.nodes)
    if (node.type === 'class') need.all.push(tokens.of(`.${node.value}`))
    else if (node.type === 'id') need.all.push(tokens.of(`#${node.value}`))
    else if (node.type === 'tag' && !/^(?:html|body)$/.test(node.value)) need.all.push(tokens.of(node.value))
    else if (node.type === 'attribute' && !SET_BY_BROWSER.has(node.attribute))
      need.all.push(tokens.of(`[${node.attribute}`))
    else if (node.type === 'pseudo' && ALTERNATIVES.has(node.value))
      need.any.push(node.nodes.map((one) => needOf(one, tokens)))
  return need
}

/** In development Tailwind puts the `@supports` of its fallbacks inside of a rule; here they come after it, around a copy. */
function unnest(rule: CssRule): (CssRule | AtRule)[] {
  const conditions = rule.nodes.filter((node): node is AtRule => node.type === 'atrule')
  if (!conditions.length) return [rule]
  return [
    rule.clone({ nodes: rule.nodes.filter((node) => node.type !== 'atrule').map((node) => node.clone()) }),
    ...conditions.map((one) =>
      one.clone({ nodes: [rule.clone({ nodes: (one.nodes ?? []).map((node) => node.clone()) })] }),
    ),
  ]
}

const textOf = ({ prop, value, important }: Declaration) => `${prop}:${value}${important ? '!important' : ''}`

class Numbering {
  readonly all: string[] = []
  private readonly numbers = new Map<string, number>()
  readonly of = (text: string): number => {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.all.length)
    return this.all.push(text) - 1
  }
}
