#!/usr/bin/env node
// node tools/run.mjs <command> [arguments]: what every npm script calls. Plain Node without dependencies, because on a
// fresh clone there are none yet: it installs the packages when they are missing or stale, then runs tools/<command>.ts,
// or the operator's command of that name, which the image holds too (there docker/run.mjs stands in this file's place).
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  environmentForNpm,
  installPackages,
  nodeIsTooOld,
  oldestNode,
  packagesAreCurrent,
} from './first-run/packages.mjs'

const tools = path.dirname(fileURLToPath(import.meta.url))
const root = path.dirname(tools)

function stop(message) {
  console.error(message)
  process.exit(1)
}

const places = [tools, path.join(root, 'graphql-api/src/commands')]
const programs = new Map(
  places.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => [name.slice(0, -3), path.join(folder, name)]),
  ),
)

if (nodeIsTooOld(process.versions.node)) {
  stop(`Kerbside needs Node ${oldestNode} or newer; this is ${process.versions.node}. See https://nodejs.org`)
}

const [command = '', ...rest] = process.argv.slice(2)
const program = programs.get(command)
if (!program) {
  stop(`Usage: node tools/run.mjs <command>, where the command is one of: ${[...programs.keys()].join(', ')}`)
}

const env = environmentForNpm(root, process.env)
if (!packagesAreCurrent(root)) {
  try {
    await installPackages(root, env)
  } catch (error) {
    stop(error.message)
  }
}

const child = spawn(process.execPath, ['--import', 'tsx', program, ...rest], { cwd: root, env, stdio: 'inherit' })
// The child decides how to stop; this process only passes the wish on and outlives it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm runs us below a shell that dies of Ctrl-C and SIGTERM without passing them on.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  watch.unref()
}
child.on('error', (error) => stop(`Node could not be started: ${error.message}`))
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
