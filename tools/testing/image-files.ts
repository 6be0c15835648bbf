import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from '../cli/folders.ts'

/** Where each file and folder of an image comes from on this machine; `null` is a folder made empty. Paths are below /app. */
export type ImageFiles = Map<string, string | null>
type Stage = { files: ImageFiles; user: string }

const linesOf = (dockerfile: string) =>
  dockerfile
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))

/**
 * What the image of docker/Dockerfile would hold, without building it: COPY lines are followed, and of RUN lines the
 * three kinds that ours has. Another kind is an error, so that nothing is passed over.
 */
export function readImage(): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage = { files: new Map(), user: 'root' }
  for (const line of linesOf(readFileSync(path.join(root, 'docker/Dockerfile'), 'utf8'))) {
    const [instruction = '', ...words] = line.trim().split(/\s+/)
    if (instruction === 'FROM') {
      const [base = '', , name = ''] = words
      const from = stages.get(base)
      stage = { files: new Map(from?.files), user: from?.user ?? 'root' }
      stages.set(name, stage)
    } else if (instruction === 'COPY') copy(stage, words, stages)
    else if (instruction === 'RUN') run(stage, words.join(' '))
    else if (instruction === 'USER') stage.user = words[0] ?? ''
    else if (!['WORKDIR', 'ENV', 'CMD'].includes(instruction)) throw new Error(`Not understood: ${line}`)
  }
  return stage
}

function copy({ files }: Stage, words: string[], stages: Map<string, Stage>): void {
  const option = words.find((word) => word.startsWith('--from='))
  const places = words
    .filter((word) => word !== option)
    .map((place) => path.posix.normalize(place.replace('/app', '.')))
  const target = places.pop() ?? '.'
  const from = option ? stages.get(option.slice('--from='.length))?.files : context()
  if (!from) throw new Error(`No such stage: ${option}`)
  for (const source of places) {
    const isFile = from.has(source)
    const below = source === '.' ? '' : `${source}/`
    const found = isFile ? [source] : [...from.keys()].filter((file) => file.startsWith(below))
    if (found.length === 0) throw new Error(`COPY finds nothing at ${source}`)
    for (const file of found) {
      const name = isFile
        ? target.endsWith('/') || target === '.'
          ? path.basename(file)
          : ''
        : file.slice(below.length)
      files.set(path.posix.join(target, name), from.get(file) ?? null)
    }
  }
}

function run({ files }: Stage, command: string): void {
  if (command === 'npm ci') return // for the build alone
  const isServers = command === 'npm ci --omit=dev --workspace=graphql-api --workspace=worker --workspace=schema'
  const [, folders] = /^mkdir ([\w. ]+) && chown node:node [\w. ]+$/.exec(command) ?? []
  if (isServers) for (const folder of serverPackages()) files.set(folder, path.join(root, folder))
  else if (command === 'npm run build') for (const file of builtFiles()) files.set(file, path.join(root, file))
  else if (folders) for (const folder of folders.trim().split(' ')) files.set(folder, null)
  else throw new Error(`Not understood: RUN ${command}`)
}

/** What docker build is given: the repository's files without those of .dockerignore, which git ignores as well. */
function context(): ImageFiles {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = tracked.toString().split('\n').filter(Boolean)
  return new Map(files.map((file) => [file, path.join(root, file)]))
}

/** Folders of the packages that the servers name as dependencies, and of theirs. */
function serverPackages(): string[] {
  const workspaces = ['graphql-api', 'worker', 'schema'].flatMap((name) => ['-w', name])
  const list = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable', ...workspaces], { cwd: root })
  const folders = list
    .toString()
    .split('\n')
    .map((folder) => path.relative(root, folder))
  return folders.filter((folder) => folder.includes('node_modules/') && !folder.includes('@kerbside/'))
}

const builtFiles = () =>
  ['graphql-api', 'worker', 'pwa'].flatMap((name) =>
    readdirSync(path.join(root, name, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )

/** Lays the image's files out in `folder`, which stands for /app. */
export function layOut(files: ImageFiles, folder: string): void {
  for (const [name, source] of files) {
    const target = path.join(folder, name)
    mkdirSync(source === null ? target : path.dirname(target), { recursive: true })
    if (source === null || existsSync(target)) continue
    if (statSync(source).isDirectory()) symlinkSync(source, target)
    else copyFileSync(source, target)
  }
}
