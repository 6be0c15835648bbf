import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

export type GraphiqlFiles = { css: Buffer; js: Buffer; version: string }

/**
 * GraphiQL comes as one page of nine megabytes. It is taken apart and compressed once, in a thread of its own, so that
 * the api neither stops for it nor keeps it in memory: what stays are the two compressed files.
 */
const takeApart = `
const { workerData, parentPort } = require('node:worker_threads')
const { gzipSync } = require('node:zlib')
const page = require(workerData.path).renderGraphiQL(workerData.options)
const between = (start, end) => page.slice(page.indexOf(start) + start.length, page.lastIndexOf(end))
parentPort.postMessage({ css: gzipSync(between('<style>', '</style>')), js: gzipSync(between('<script>', '</script>')) })
`

let files: Promise<GraphiqlFiles> | null = null

export function graphiqlFiles(options: object): Promise<GraphiqlFiles> {
  files ??= inThread(options).catch((error: unknown) => {
    files = null // the next visit tries again
    throw error
  })
  return files
}

function inThread(options: object): Promise<GraphiqlFiles> {
  const path = createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql')
  const thread = new Worker(takeApart, { eval: true, workerData: { path, options } })
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', (message: { css: Uint8Array; js: Uint8Array }) => {
      const css = Buffer.from(message.css)
      const js = Buffer.from(message.js)
      resolve({ css, js, version: createHash('sha256').update(css).update(js).digest('hex').slice(0, 16) })
      void thread.terminate()
    })
  })
}
