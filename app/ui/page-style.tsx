/** Stated before every sheet: Vite's development server and navigations add sheets in any order. */
export const LAYERS = '@layer theme,base,components,utilities;'

/** With what the server put there (http/page-style.server.ts), for an error that makes React render the document anew. */
const css = import.meta.env.SSR ? LAYERS : (document.getElementById('css')?.textContent ?? LAYERS)

export const PageStyle = () => (
  <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
)
