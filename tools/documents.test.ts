import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './cli/folders.ts'

const folders = ['schema', 'graphql-api', 'worker', 'pwa', 'tools', 'docs', 'docker']
const documents = ['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'docs', 'docs/decisions'].flatMap(
  (place) =>
    place.endsWith('.md')
      ? [place]
      : readdirSync(path.join(root, place)).flatMap((name) => (name.endsWith('.md') ? [`${place}/${name}`] : [])),
)
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')

const isFileName = (name: string) => /^\w[\w.-]*\.(?:tsx?|mjs|css|sh)$/.test(name)

/** Paths and names of files in backticks; `*` and `<name>` stand for anything; what has `…` or `{` is not one path. */
const namedPaths = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, name = '']) =>
    isFileName(name) || (folders.some((folder) => name.startsWith(`${folder}/`)) && !/[…{]|\/dist(\/|$)/.test(name))
      ? [name]
      : [],
  )

const linkedPaths = (document: string, text: string) =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => path.join(path.dirname(document), link))

function exists(name: string): boolean {
  // A file's name alone is that of a file beside one that was named before.
  if (isFileName(name)) return tracked.some((file) => path.basename(file) === name)
  if (!/[*<]/.test(name)) return existsSync(path.join(root, name))
  const pattern = name
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '(?:.*/)?')
    .replace(/\*|<[^>]*>/g, '[^/]+')
  return tracked.some((file) => new RegExp(`^${pattern}(/|$)`).test(file))
}

test.each(documents)('every path that %s names exists', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8')
  const paths = [...namedPaths(text), ...linkedPaths(document, text)]
  expect(paths.filter((name) => !exists(name))).toEqual([])
})

test('every section of the documents that code cites exists', () => {
  const cited = execFileSync(
    'git',
    ['grep', '-hoE', 'docs/(specification|api)\\.md, [0-9]+(\\.[0-9]+)?', '--', ':!docs'],
    {
      cwd: root,
    },
  )
  const missing = [...new Set(cited.toString().trim().split('\n'))].filter((citation) => {
    const [document = '', section = ''] = citation.split(', ')
    const heading = section.includes('.') ? `### ${section} ` : `## ${section}. `
    return !readFileSync(path.join(root, document), 'utf8').includes(`\n${heading}`)
  })
  expect(missing).toEqual([])
})

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** What the documents name by such a pattern, as `document: name`, but for what exists. */
const missing = (pattern: RegExp, isThere: (name: string) => boolean) =>
  documents.flatMap((document) => {
    const named = new Set([...read(document).matchAll(pattern)].map(([, name = '']) => name))
    return [...named].filter((name) => !isThere(name)).map((name) => `${document}: ${name}`)
  })

test('every npm script that a document names exists', () => {
  expect(missing(/npm run ([\w-]+)/g, (name) => Object.hasOwn(scripts, name))).toEqual([])
})

/** Read by the library that sends traces. */
const ofLibraries = ['OTEL_EXPORTER_OTLP_HEADERS']

test('every variable and code with an underscore that a document names stands in code or configuration', () => {
  const code = tracked.filter((file) => /\.(?:tsx?|mjs|yml)$|^\.env\.example$/.test(file) && !file.includes('.test.'))
  const words = new Set(
    code
      .filter((file) => existsSync(path.join(root, file)))
      .flatMap((file) => read(file).match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g) ?? []),
  )
  for (const name of ofLibraries) words.add(name)
  expect(missing(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)`/g, (name) => words.has(name))).toEqual([])
})

test('each fault of comparable software is held by a test of the title given, or is of something not built', () => {
  const [, section = ''] = read('docs/operating.md').split('\n## Faults of comparable software\n')
  const rows = section.split('\n').filter((line) => line.startsWith('| ['))
  const isHeld = (row: string) => {
    const [, file, title] = /`(\S+)`: "(.+)"/.exec(row) ?? []
    if (file === undefined) return row.includes('| not built: ')
    return (
      tracked.includes(file) &&
      read(file)
        .replaceAll(/\(\s+'/g, "('")
        .includes(`('${title}',`)
    )
  }
  expect(rows).not.toEqual([])
  expect(rows.filter((row) => !isHeld(row))).toEqual([])
})

test('every decision is in their list, under its own title and with a dated status, and each one that a document names exists', () => {
  const records = readdirSync(path.join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name))
  const list = read('docs/decisions/README.md')
  const isListed = (name: string) => {
    const [, title = ''] = /^# \d+\. (.*)$/m.exec(read(`docs/decisions/${name}`)) ?? []
    return list.includes(`| ${String(Number(name.slice(0, 4))).padEnd(3)} | [${title}](${name})`)
  }
  expect(records.filter((name) => !isListed(name))).toEqual([])
  const hasStatus = (name: string) => /^Status: .*\d{1,2} \w+ \d{4}/m.test(read(`docs/decisions/${name}`))
  expect(records.filter((name) => !hasStatus(name))).toEqual([])
  const numbers = new Set(records.map((name) => Number(name.slice(0, 4))))
  expect(missing(/\b(?:record|decision)s? (\d+)\b/gi, (number) => numbers.has(Number(number)))).toEqual([])
})
