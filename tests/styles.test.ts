/** Places of CSS files and names of their classes: docs/decisions/0079-css-by-vite.md. */
import fs from 'node:fs'
import path from 'node:path'
import { compile } from 'tailwindcss'
import ts from 'typescript'
import { expect, test } from 'vitest'

const TAILWIND = 'app/tailwind.css'
/** Rules for media that few pages need; they may name any class. */
const SPECIAL = 'app/components/ui/special-media.css'
/** They have no rules, only other sheets, for pages with a dialog and pages of members. */
const DIALOGS = 'app/components/layout/dialogs.css'
const MEMBERS = 'app/components/layout/members.css'
/** They use inline styles. */
const MAILS = ['app/mails/mail-page.tsx', 'app/mails/mail-page/mail-parts.tsx']
/** Only members see it, so that home does not weigh more for guests. */
const OF_MEMBERS = ['app/routes/home/member-hero.tsx', 'app/components/account/money-sums.tsx']

const files = fs.readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => `app/${file}`)
const read = (file: string) => fs.readFileSync(file, 'utf8')
const sheets = files.filter(
  (file) => file.endsWith('.css') && ![TAILWIND, SPECIAL, DIALOGS, MEMBERS].includes(file),
)
const isUi = (file: string) => path.dirname(file) === 'app/components/ui'

interface Selector {
  file: string
  selector: string
  classes: string[]
  isAdjustment: boolean
}

/** Every selector of a sheet with the classes that it names. What @container adjusts to large text defines no class. */
function listSelectors(file: string): Selector[] {
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

const selectors = sheets.flatMap(listSelectors)
const uiClasses = new Set(selectors.filter(({ file }) => isUi(file)).flatMap(({ classes }) => classes))

/** Class -> sheets that define it: where it is the whole selector, or else where it is named (in ui/: comes first). */
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
  for (const file of files.filter((file) => file.endsWith('.tsx') && !MAILS.includes(file)))
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
      found.push(...listTexts(node.initializer))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The strings that an expression may result in; '*' means what is only known at run time. */
function listTexts(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) return [...listTexts(node.whenTrue), ...listTexts(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return listTexts(node.right)
  if (ts.isFunctionLike(node)) return []
  if (ts.isTemplateExpression(node)) {
    let text = node.head.text
    const further: string[] = []
    for (const { expression, literal } of node.templateSpans) {
      const inner = listTexts(expression)
      further.push(...(/(^|\s)$/.test(text) ? inner : inner.map((one) => text.split(/\s/).at(-1) + one)))
      const isPart = !/(^|\s)$/.test(text) && !inner.length
      if (isPart) text += '*'
      else if (inner.length) text = text.replace(/\S+$/, '')
      text += literal.text
    }
    return [text, ...further]
  }
  return node.getChildren().flatMap(listTexts)
}

/** Of a module, or of a sheet that is waited for. */
const IMPORT =
  /^(?:import(?! type)|export|\}| +import(?=\('.*\.css')).*?'([.~]\/?[^'?]*)(?:\?inline)?'(?:\)\.then\()?$/gm

/** Every module and sheet that is there once this one is, except for what is imported later. */
function reach(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  if (file.endsWith('.css')) return found
  for (const [, name] of read(file).matchAll(IMPORT)) {
    const place = name!.startsWith('~/') ? `app/${name!.slice(2)}` : path.join(path.dirname(file), name!)
    const imported = ['.tsx', '.ts', ''].map((end) => place + end).find((one) => files.includes(one))
    if (imported && path.extname(imported)) reach(imported, found)
  }
  return found
}

const listImports = (sheet: string) =>
  [...read(sheet).matchAll(/@import '([^']*)'/g)].map(([, file]) => path.join(path.dirname(sheet), file!))

test('every sheet is in a layer of components, those of ui/ in one below the others', () => {
  const wrong = sheets.filter((file) => {
    const layer = isUi(file) ? 'components.ui' : 'components'
    return (
      file !== 'app/components/ui/reset.css' &&
      !read(file)
        .replace(/^\/\*[^]*?\*\/\n/, '')
        .startsWith(`@layer ${layer} {`)
    )
  })
  expect(wrong).toEqual([])
})

test('a class is defined in one file only', () => {
  const twice = [...definitions()].filter(([, where]) => where.size > 1)
  expect(twice.map(([name, where]) => `.${name}: ${[...where].join(', ')}`)).toEqual([])
})

test('every class is used', () => {
  const words = [...uses().keys()]
  const unused = [...definitions().keys()].filter(
    (name) =>
      !words.some((word) => (word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : name === word)),
  )
  expect(unused).toEqual([])
})

test('a component imports the sheet of each class that it names, unless the frame of every page does', async () => {
  const tailwind = await compile(
    `${read(TAILWIND)
      .match(/@theme (?:inline|static) \{[^]*?\n\}/g)!
      .join('')} @tailwind utilities;`,
  )
  const isUtility = (word: string) => tailwind.build([word]).includes(`.${word.replace(/[^\w-]/g, '\\$&')}`)
  const frame = reach('app/root.tsx')
  const ofMembers = listImports(MEMBERS)
  const missing = [...uses()].flatMap(([word, users]) => {
    const wanted = [...definitions()]
      .filter(([name]) => (word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : name === word))
      .flatMap(([, where]) => [...where])
    if (!wanted.length && !isUtility(word)) return [`${[...users].join(', ')}: nothing defines ${word}`]
    return [...users].flatMap((user) => {
      const there = new Set([
        ...frame,
        ...reach(user),
        ...(frame.has(user) || OF_MEMBERS.includes(user) ? ofMembers : []),
      ])
      const gone = wanted.filter((sheet) => !there.has(sheet))
      return gone.map((sheet) => `${user} names ${word} of ${sheet}`)
    })
  })
  expect(missing).toEqual([])
})

test('a page with a dialog in its HTML links the sheets that come with the chunk of the dialogs', () => {
  const frame = reach('app/root.tsx')
  const ofChunk = [...reach('app/components/layout/dialogs.tsx')].filter(
    (file) => file.endsWith('.css') && !frame.has(file),
  )
  expect(listImports(DIALOGS).toSorted()).toEqual(ofChunk.toSorted())
})

test('the rules for paper and forced colours name classes that exist', () => {
  const known = definitions()
  const unknown = listSelectors(SPECIAL).flatMap(({ classes }) => classes.filter((name) => !known.has(name)))
  expect(unknown).toEqual([])
})
