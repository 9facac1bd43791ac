/** Takes the icons out of the page's sprite (app/shell/sprite.tsx) that no <use> in its HTML refers to. */
export function withoutUnusedSymbols(html: string): string {
  const start = html.indexOf('<symbol ')
  const end = html.indexOf('</svg>', start)
  if (start < 0 || end < 0) return html
  const used = new Set<string>()
  for (let at = html.indexOf(USE); at >= 0; at = html.indexOf(USE, at + 1))
    used.add(html.slice(at + 1, html.indexOf('"', at)))
  const sprite = html
    .slice(start, end)
    .replace(/<symbol id="(icon-[a-z]+)".*?<\/symbol>/g, (symbol, id: string) => (used.has(id) ? symbol : ''))
  return html.slice(0, start) + sprite + html.slice(end)
}

const USE = '#icon-'
