/** Before every sheet: Vite's development server and navigations add sheets in any order. */
export const LAYERS = '@layer theme,base,components,utilities;'

/** The server's text (http/page-style.server.ts) is kept for an error that makes React render the whole document again. */
const css = import.meta.env.SSR ? LAYERS : (document.getElementById('css')?.textContent ?? LAYERS)

export const PageStyle = () => (
  <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
)
