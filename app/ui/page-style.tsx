/** Before every sheet: Vite's development server and navigations add sheets in any order. */
export const LAYERS = '@layer theme,base,components,utilities;'

/** CSS of the server (http/page-style.server.ts), kept in case an error makes React render the document again. */
const css = import.meta.env.SSR ? LAYERS : (document.getElementById('css')?.textContent ?? LAYERS)

export const PageStyle = () => (
  <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
)
