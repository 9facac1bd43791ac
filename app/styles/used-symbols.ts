/** Takes the icons out of the page's sprite (app/shell/sprite.tsx) that no <use> in its HTML refers to. */
export const withoutUnusedSymbols = (html: string): string =>
  html.replace(/<symbol id="(icon-[a-z]+)".*?<\/symbol>/g, (symbol, id: string) =>
    html.includes(`href="#${id}"`) ? symbol : '',
  )
