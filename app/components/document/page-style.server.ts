/** The CSS of a page, as text: what is above the fold needs no further request (docs/decisions/0079-css-by-vite.md). */
import fs from 'node:fs'
import { LAYERS } from '~/components/ui/page-style'

/** What <Links> writes for the sheets of the page's routes, which Remix's manifest names. */
const SHEET = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g
const PLACE = `<style id="css">${LAYERS}</style>`

const texts = new Map<string, string>()

export const readSheets = (addresses: readonly string[]): string => addresses.map(readSheet).join('')

function readSheet(address: string): string {
  const cached = texts.get(address)
  if (cached !== undefined) return cached
  const text = fs.readFileSync(new URL(`../client${address}`, import.meta.url), 'utf8').trim()
  texts.set(address, text)
  return text
}

/** Puts the text of the page's sheets into its <style> (ui/page-style.tsx). Their links stay, disabled, as React will render them. */
export function inlineSheets(html: string): { html: string; style: string } {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const style = LAYERS + readSheets([...head.matchAll(SHEET)].map(([, address]) => address!))
  const styled = head
    .replace(SHEET, '<link rel="stylesheet" href="$1" disabled=""/>')
    .replace(PLACE, () => `<style id="css">${style}</style>`)
  return { html: styled + html.slice(end), style }
}
