/** Takes the icons out of the page's sprite (app/shell/sprite.tsx) that no <use> in its HTML refers to. */
export function withoutUnusedSymbols(html: string): string {
  const end = html.lastIndexOf('</symbol>')
  if (end < 0) return html
  const used = new Set<string>()
  for (const [, id] of html.matchAll(/ href="#(icon-[a-z]+)"/g)) used.add(id!)
  const sprite = html
    .slice(0, end + '</symbol>'.length)
    .replace(/<symbol id="(icon-[a-z]+)".*?<\/symbol>/g, (symbol, id: string) => (used.has(id) ? symbol : ''))
  return sprite + html.slice(end + '</symbol>'.length)
}
