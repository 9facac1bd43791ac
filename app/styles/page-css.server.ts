import cssIndex from '../tailwind.css?inline&index'
import { createUsedCss } from './used-css.server'

/** The part of the whole sheet that a page's HTML uses. */
export const usedCss = createUsedCss(cssIndex)
