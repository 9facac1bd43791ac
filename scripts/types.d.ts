import type { Page } from 'playwright'

/** What a reader follows from its entries, each a list of alternatives 'file:export'. */
export interface Flow {
  name: string
  entries: string[][]
}

/** What is reached, and how many steps lie between an entry and the farthest definition. */
export interface FlowFigures {
  name: string
  files: number
  definitions: number
  /** Of these definitions. */
  lines: number
  depth: number
}

export interface TreePlan {
  /** Of the code, without tests. */
  folders: readonly string[]
  flows: readonly Flow[]
  /** Files that no flow goes into. */
  skipped: readonly RegExp[]
  domains: readonly string[]
  /** The room of a file; a domain's is its name, with or without 'domain/'. */
  findRoom: (file: string) => string
}

export interface TreeFigures {
  files: number
  flows: FlowFigures[]
  /** shown: files that files outside the domain import. */
  domains: { domain: string; files: number; shown: number }[]
  oneImporter: number
  testedModules: number
  repeatedNames: { name: string; files: string[] }[]
  circles: string[][]
}

/** Figures of one run of Lighthouse, or the medians of several. Scores are of 100, times in ms. */
export interface LighthouseFigures {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  firstPaint: number
  largestPaint: number
  /** Total Blocking Time. */
  blocking: number
  /** Cumulative Layout Shift. */
  shift: number
}

export interface LighthouseReport {
  categories: Record<string, { score: number | null; auditRefs?: { id: string; weight: number }[] }>
  audits: Record<string, { numericValue?: number; score?: number | null }>
}

export interface TestCounts {
  passed: number
  failed: number
  /** One of each in `failed`. */
  failures: TestFailure[]
  /** Failed at first and passed when tried again; neither in `passed` nor in `failed`. */
  flaky: TestFailure[]
  /** How long the tests of each file took. */
  files: { file: string; seconds: number }[]
}

export interface TestFailure {
  /** Its file and title. */
  test: string
  /** The beginning of its message, without colours. */
  error: string
}

/** 'run': what the site needs, with what builds it. 'all': also what tests, checks and benches need (tests/package.json). */
export type InstalledPart = 'run' | 'all'

export interface BuildOptions {
  force?: boolean
  /** 'pages': what Remix builds. 'commands': the server, and the command line, which needs no pages. */
  parts?: ('commands' | 'pages')[]
  say?: (line: string) => void
}

/** The servers to look at, all with the same data. */
export interface Origins {
  usual: string
  /** One in development. */
  development: string
  /** One that cannot read the offers and stores. */
  trouble: string
}

/** A path, or the first link of this beginning on another page. */
export type Place = string | { link: string; on: Place }

export interface Person {
  phone_number: string
  password: string
}

/** A page, or a visible state of it. */
export interface View {
  name: string
  at: Place
  /** Seen by a signed-in person. */
  member?: boolean
  /** The demo's operator visits it. */
  desk?: boolean
  /** Who visits, if not Asha. */
  person?: Person
  /** Taken at one width alone. */
  only?: 'narrow' | 'wide'
  /** What it answers, if not 200. */
  status?: number
  /** Another server than the usual one. */
  of?: keyof Origins
  /** What brings the page into this state; works with scripts and without. */
  act?: (page: Page) => Promise<unknown>
}
