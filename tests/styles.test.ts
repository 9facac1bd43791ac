/** The rules of docs/decisions/0035-no-utilities.md about where CSS stands and what its classes are called. */
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Sheets that import the others, and the tokens. */
const ENTRIES = ['app/tailwind.css', 'app/account.css']
/** Primitives without a component of their own. */
const BASE = [
  'banner',
  'button',
  'large-text',
  'layout',
  'list',
  'panel-parts',
  'reset',
  'surfaces',
  'tabs',
  'text',
  'tint',
].map((name) => `app/ui/${name}.css`)
/** Rules for media that few pages need; they may name any class. */
const SPECIAL = 'public/special-media.css'

const files = fs.readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
const read = (file: string) => fs.readFileSync(file, 'utf8')
const sheets = files.filter((file) => file.endsWith('.css') && !ENTRIES.includes(file))
const isUi = (file: string) => path.dirname(file) === 'app/ui'

interface Selector {
  file: string
  selector: string
  classes: string[]
  isAdjustment: boolean
}

/** Every selector of a sheet with the classes that it names. What @container adjusts to large text defines no class. */
function selectorsOf(file: string): Selector[] {
  const found: Selector[] = []
  const around: string[] = []
  const css = read(file).replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, before, sign] of css.matchAll(/([^{};]*)([{};])/g)) {
    const prelude = before!.trim()
    if (sign === '{' && !prelude.startsWith('@') && !around.some((one) => one.startsWith('@keyframes')))
      for (const selector of prelude.split(/,(?![^(]*\))/).map((one) => one.trim()))
        found.push({
          file,
          selector,
          classes: [...selector.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name]) => name!),
          isAdjustment: around.some((one) => one.startsWith('@container')),
        })
    if (sign === '{') around.push(prelude)
    if (sign === '}') around.pop()
  }
  return found
}

const selectors = sheets.flatMap(selectorsOf)
const uiClasses = new Set(selectors.filter(({ file }) => isUi(file)).flatMap(({ classes }) => classes))

/** Class -> sheets that define it: where it stands alone, or, if it never does, where it is named (in ui/: comes first). */
function definitions() {
  const alone = new Map<string, Set<string>>()
  const first = new Map<string, Set<string>>()
  for (const { file, selector, classes, isAdjustment } of selectors) {
    if (isAdjustment) continue
    const isAlone = !/[\s>+~]/.test(selector.replace(/\([^)]*\)/g, ''))
    for (const name of isAlone || !isUi(file) ? classes : classes.slice(0, 1))
      if (isUi(file) || !uiClasses.has(name)) addTo(isAlone ? alone : first, name, file)
  }
  return new Map([...first, ...alone])
}

function addTo(map: Map<string, Set<string>>, name: string, file: string) {
  map.set(name, (map.get(name) ?? new Set()).add(file))
}

/** Class, or the beginning of classes such as 'banner-*', -> components that use it. */
function uses() {
  const found = new Map<string, Set<string>>()
  for (const file of files.filter((file) => file.endsWith('.tsx')))
    for (const text of classTexts(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)))
      for (const word of text.split(/\s+/)) if (word) addTo(found, word, file)
  return found
}

/** What is given to className (`class` of a custom element), and to variables and properties called 'look' or 'className'. */
function classTexts(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const isNamed =
      ts.isJsxAttribute(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isBindingElement(node)
    if (isNamed && node.initializer && ['className', 'class', 'look'].includes(node.name.getText()))
      found.push(...textsOf(node.initializer))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The strings that an expression may result in; '*' stands for what is only known at run time. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return textsOf(node.right)
  if (ts.isFunctionLike(node)) return []
  if (ts.isTemplateExpression(node)) {
    let text = node.head.text
    const further: string[] = []
    for (const { expression, literal } of node.templateSpans) {
      const inner = textsOf(expression)
      further.push(...(/(^|\s)$/.test(text) ? inner : inner.map((one) => text.split(/\s/).at(-1) + one)))
      const isPart = !/(^|\s)$/.test(text) && !inner.length
      if (isPart) text += '*'
      else if (inner.length) text = text.replace(/\S+$/, '')
      text += literal.text
    }
    return [text, ...further]
  }
  return node.getChildren().flatMap(textsOf)
}

test('no CSS file has 250 lines', () => {
  const long = [...sheets, ...ENTRIES, SPECIAL].filter((file) => read(file).split('\n').length > 250)
  expect(long).toEqual([])
})

test('each CSS file lies beside its component, or is a named base file of ui/', () => {
  const alone = sheets.filter((file) => !BASE.includes(file) && !files.includes(file.replace('.css', '.tsx')))
  expect(alone).toEqual([])
  expect(BASE.filter((file) => !sheets.includes(file))).toEqual([])
})

test('each CSS file is imported once', () => {
  const imported = ENTRIES.flatMap((entry) =>
    [...read(entry).matchAll(/@import '(\.[^']+)'/g)].map(([, name]) => path.join('app', name!)),
  )
  expect(imported.sort()).toEqual([...sheets].sort())
})

test('a class is defined in one file only', () => {
  const twice = [...definitions()].filter(([, where]) => where.size > 1)
  expect(twice.map(([name, where]) => `.${name}: ${[...where].join(', ')}`)).toEqual([])
})

test('a rule outside ui/ names a class of its own file, and none of another folder', () => {
  const defined = definitions()
  const foreign = selectors.filter(({ file, classes }) => {
    if (isUi(file) || file === 'app/root.css') return false
    const own = classes.filter((name) => !uiClasses.has(name))
    const isOf = (name: string) =>
      [...defined.get(name)!].some((one) => path.dirname(one) === path.dirname(file))
    return !own.some((name) => defined.get(name)!.has(file)) || !own.every(isOf)
  })
  expect(foreign.map(({ file, selector }) => `${file}: ${selector}`)).toEqual([])
})

test('every class is used, and one of a component by its own folder alone', () => {
  const used = [...uses()]
  const wrong: string[] = []
  for (const [name, [sheet]] of definitions()) {
    const users = used
      .filter(([word]) => word === name || (word.endsWith('*') && name.startsWith(word.slice(0, -1))))
      .flatMap(([, by]) => [...by])
    if (!users.length) wrong.push(`${sheet}: nothing uses .${name}`)
    for (const user of users)
      if (!isUi(sheet!) && path.dirname(user) !== path.dirname(sheet!))
        wrong.push(`${user} uses .${name} of ${sheet}`)
  }
  expect(wrong).toEqual([])
})

test('every class that a component names is defined', () => {
  // sr-only is the one utility that Tailwind makes.
  const known = [...definitions().keys(), 'sr-only']
  const unknown = [...uses()].filter(
    ([word]) =>
      !known.some((name) => (word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : name === word)),
  )
  expect(unknown.map(([word, by]) => `${[...by].join(', ')}: ${word}`)).toEqual([])
})

test('the rules for paper and forced colours name classes that exist', () => {
  const known = definitions()
  const unknown = selectorsOf(SPECIAL).flatMap(({ classes }) => classes.filter((name) => !known.has(name)))
  expect(unknown).toEqual([])
})
