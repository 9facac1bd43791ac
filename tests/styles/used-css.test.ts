import { expect, test } from 'vitest'
import { indexCss } from '~/styles/index-css'
import { createUsedCss } from '~/styles/used-css.server'

const used = (css: string, html: string) => createUsedCss(indexCss(css))(html)

test.each([
  ['a class of the page', '.a{x:1}', '.a{x:1}'],
  ['a class of no element', '.z{x:1}', ''],
  ['an element of the page', 'p{x:1}', 'p{x:1}'],
  ['an element that the page has not', 'table{x:1}', ''],
  ['an id', '#main{x:1}#z{x:1}', '#main{x:1}'],
  ['html and body', 'html{x:1}body.z{x:1}', 'html{x:1}'],
  ['every class of a selector', '.a.b{x:1}.a .z{x:1}', '.a.b{x:1}'],
  ['of a list what can match', '.z,.a,.a>p,.z p{x:1}', '.a,.a>p{x:1}'],
  ['an attribute in the HTML', '[disabled]{x:1}[aria-busy]{x:1}', '[disabled]{x:1}'],
  ['attributes that browsers set', 'p[open]{x:1}p[hidden]{x:1}', 'p[open]{x:1}p[hidden]{x:1}'],
  ['states', '.a:hover{x:1}.a:checked+p{x:1}.z:hover{x:1}', '.a:hover{x:1}.a:checked+p{x:1}'],
  ['pseudo-elements', '.a::before{x:1}', '.a::before{x:1}'],
  ['exclusions', '.a:not(.z){x:1}', '.a:not(.z){x:1}'],
  ['alternatives', '.a:is(.z,.b){x:1}.a:where(.z){x:1}', '.a:is(.z,.b){x:1}'],
  ['a relation', '.a:has(p){x:1}.a:has(table){x:1}', '.a:has(p){x:1}'],
  [
    'groups with something in them',
    '@media print{.a{x:1}.z{x:1}}@media screen{.z{x:1}}',
    '@media print{.a{x:1}}',
  ],
  ['the order of layers', '@layer a,b;@layer b{.z{x:1}}', '@layer a,b;'],
  ['what is important', '.a{x:1!important}', '.a{x:1!important}'],
])('%s: %s becomes "%s"', (_title, css, expected) => {
  expect(used(css, '<main id="main" class="a b"><p disabled="">text</p></main>')).toBe(expected)
})

const HTML = '<p class="a"></p>'

test('custom properties of the root are kept if a kept rule leads to them', () => {
  const css = ':root{--one:1;--two:var(--three);--three:3;--four:4}.a{x:var(--two)}.z{x:var(--four)}'
  expect(used(css, HTML)).toBe(':root{--two:var(--three);--three:3}.a{x:var(--two)}')
})

test('keyframes and registered properties are kept if a kept rule uses them', () => {
  const css =
    '@property --p{syntax:"*";inherits:false}@property --q{syntax:"*";inherits:false}' +
    '@keyframes turn{to{x:var(--k)}}@keyframes other{to{x:1}}:root{--k:1}.a{animation:turn 1s;x:var(--p)}'
  expect(used(css, HTML)).toBe(
    '@property --p{syntax:"*";inherits:false}@keyframes turn{to{x:var(--k)}}:root{--k:1}.a{animation:turn 1s;x:var(--p)}',
  )
})

test('the order of the sheet stays, and pages do not change each other', () => {
  const page = createUsedCss(indexCss('.a{x:1}.b{x:2}.a{x:3}'))
  expect(page('<p class="b"></p>')).toBe('.b{x:2}')
  expect(page('<p class="b a"></p>')).toBe('.a{x:1}.b{x:2}.a{x:3}')
  expect(page('<p class="b"></p>')).toBe('.b{x:2}')
})

test('a class in a text does not count', () => {
  expect(used('.z{x:1}', '<p>class=&quot;z&quot;</p>')).toBe('')
})

test('a condition inside of a rule comes after it', () => {
  expect(used('.a{x:1;@supports (y:2){x:2}}', '<p class="a">')).toBe('.a{x:1}@supports (y:2){.a{x:2}}')
})

test('rules inside of rules stop the build', () => {
  expect(() => indexCss('.a{.b{x:1}}')).toThrow('Rules inside of rules are not supported: .a')
})
