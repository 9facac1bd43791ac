// Counts of source texts for `npm run figures`, by the TypeScript compiler: no regular expressions over code.
import ts from 'typescript'

/** @import { FileCount } from './types' */

/** @param {string} name with its extension @param {string} text @returns {FileCount} */
export function countFile(name, text) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, getScriptKind(name))
  const rows = text.replace(/\r?\n$/, '').split('\n')
  const getLine = (/** @type {number} */ at) => source.getLineAndCharacterOfPosition(at).line
  const hasCode = new Set()
  /** @type {Map<number, ts.CommentRange>} */
  const comments = new Map()
  /** @type {FileCount} */
  const count = {
    lines: rows.length,
    filled: rows.filter((row) => row.trim()).length,
    comments: 0,
    docstrings: 0,
    functions: [],
    any: 0,
    suppressions: 0,
    casts: 0,
    nonNull: 0,
  }

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isJSDoc(node)) return
    // {/* ... */} in JSX is a comment, braces and all.
    if (ts.isJsxExpression(node) && !node.expression) {
      const start = node.getStart() + 1
      for (const rangesAt of [ts.getTrailingCommentRanges, ts.getLeadingCommentRanges])
        for (const range of rangesAt(text, start) ?? []) comments.set(range.pos, range)
      return
    }
    if (ts.isToken(node) && node.kind !== ts.SyntaxKind.EndOfFileToken)
      node
        .getText()
        .split('\n')
        .forEach((part, i) => part.trim() && hasCode.add(getLine(node.getStart()) + i))
    // Text of JSX has no comments: what looks like one is shown.
    if (node.kind !== ts.SyntaxKind.JsxText && (ts.isToken(node) || node.kind === ts.SyntaxKind.Identifier))
      for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(range.pos, range)
    if (ts.isToken(node) && !isInJsxText(node))
      for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) comments.set(range.pos, range)
    if (isWithBody(node)) {
      const line = getLine(node.getStart())
      count.functions.push({ name: getName(node), line: line + 1, lines: getLine(node.end) - line + 1 })
    }
    if (node.kind === ts.SyntaxKind.AnyKeyword) count.any++
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) count.casts++
    if (ts.isNonNullExpression(node)) count.nonNull++
    node.getChildren(source).forEach(visit)
  }
  visit(source)

  const commented = new Set()
  const documenting = new Set()
  for (const { pos, end } of comments.values()) {
    if (/@ts-(?:ignore|expect-error|nocheck)/.test(text.slice(pos, end))) count.suppressions++
    for (let line = getLine(pos); line <= getLine(end - 1); line++)
      if (!hasCode.has(line) && rows[line]?.trim()) {
        commented.add(line)
        if (text.startsWith('/**', pos)) documenting.add(line)
      }
  }
  count.comments = commented.size
  count.docstrings = documenting.size
  return count
}

/** @param {string} name */
function getScriptKind(name) {
  if (name.endsWith('.tsx')) return ts.ScriptKind.TSX
  return name.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS
}

/** @param {ts.Node} node @returns {node is ts.FunctionLikeDeclaration} */
const isWithBody = (node) => ts.isFunctionLike(node) && 'body' in node && Boolean(node.body)

/** @param {ts.Node} node */
const isInJsxText = (node) =>
  ts.isJsxElement(node.parent) ||
  ts.isJsxFragment(node.parent) ||
  ts.isJsxOpeningElement(node.parent) ||
  ts.isJsxClosingElement(node.parent) ||
  ts.isJsxSelfClosingElement(node.parent)

/** @param {ts.FunctionLikeDeclaration} node */
function getName(node) {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
  if (named) return named.getText()
  if (ts.isPropertyAssignment(node.parent)) return node.parent.name.getText()
  return ts.isConstructorDeclaration(node) ? 'constructor' : 'anonymous'
}

/** The value at a share of the sorted values, such as 0.5 for the median; 0 of none. @param {number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
