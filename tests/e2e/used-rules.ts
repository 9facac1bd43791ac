import fs from 'node:fs'
import path from 'node:path'
import { buildFolder } from '../../scripts/build.mjs'
import type { Page } from '../support/e2e'

/** The whole sheet, which comes with the scripts. */
function wholeSheet(): string {
  const folder = path.join(buildFolder, 'client/assets')
  const [file] = fs.readdirSync(folder).filter((name) => /^tailwind-.*\.css$/.test(name))
  return fs.readFileSync(path.join(folder, file!), 'utf8')
}

const STATES =
  /:not\((?:[^()]|\([^()]*\))*\)|\[(?:open|hidden)\]|::[a-z-]+(?:\([^)]*\))?|:(?:before|after|hover|active|focus(?:-visible|-within)?|checked|indeterminate|disabled|empty|target|modal|popover-open|open|user-invalid|autofill|placeholder-shown)\b/

/** Rules of the whole sheet that apply to an element of the page, in any state, and are not in the page's own style. */
export const missingRules = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ css, states }) => {
      const STATES = new RegExp(states, 'g')
      const whole = new CSSStyleSheet()
      whole.replaceSync(css)

      const partsOf = (selector: string) => selector.split(/,(?![^(]*\))/).map((part) => part.trim())

      function* rulesOf(rules: CSSRuleList, around = ''): Generator<[selector: string, place: string]> {
        for (const rule of rules)
          if (rule instanceof CSSStyleRule)
            for (const part of partsOf(rule.selectorText)) yield [part, `${around}${part}`]
          else if (rule instanceof CSSKeyframesRule) continue
          else if (rule instanceof CSSGroupingRule)
            yield* rulesOf(rule.cssRules, `${around}${rule.cssText.split('{', 1)[0]}{`)
      }

      /** With what always matches in place of states, which may come to be, and of exclusions. */
      const anyState = (selector: string) => selector.replace(STATES, ':is(*)')

      const own = new Set(
        [...rulesOf(document.styleSheets[document.styleSheets.length - 1]!.cssRules)].map(
          ([, place]) => place,
        ),
      )
      return [...rulesOf(whole.cssRules)]
        .filter(
          ([selector, place]) =>
            !own.has(place) &&
            !/^(?::root|:host|\*|::backdrop)/.test(selector) &&
            document.querySelector(anyState(selector)),
        )
        .map(([, place]) => place)
    },
    { css: wholeSheet(), states: STATES.source },
  )
