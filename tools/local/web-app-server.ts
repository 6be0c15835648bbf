import type { RenderScreen } from '@kerbside/schema/pages/content/screen-state'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { root } from '../cli/folders.ts'

const pwa = path.join(root, 'pwa')

/**
 * Vite's development server for the web app, behind the api: a change is in the browser at once. Beside the files it has
 * what the api has from a build elsewhere: the document without its screen, and the renderer.
 */
export async function startWebAppServer(port: number): Promise<{ stop(): Promise<void> }> {
  const server = await createServer({
    root: pwa,
    configFile: path.join(pwa, 'vite.config.ts'),
    // An unknown path is for the api to answer.
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    // The api puts the nonce of each answer in its place.
    html: { cspNonce: '__NONCE__' },
    // Browsers come by the api, and straight here for news of changes.
    server: { host: '127.0.0.1', port, strictPort: true, hmr: { clientPort: port } },
    plugins: [forApi()],
  })
  await server.listen()
  return { stop: () => server.close() }
}

function forApi(): Plugin {
  return {
    name: 'kerbside-for-api',
    configureServer(server) {
      server.middlewares.use(
        '/__document',
        answer(() => documentOf(server)),
      )
      server.middlewares.use(
        '/__screen',
        answer((request) => screenOf(server, request)),
      )
    },
  }
}

const documentOf = async (server: ViteDevServer) =>
  server.transformIndexHtml('/', await readFile(path.join(pwa, 'index.html'), 'utf8'))

async function screenOf(server: ViteDevServer, request: IncomingMessage): Promise<string> {
  const { render } = (await server.ssrLoadModule('/src/entry-server.tsx')) as { render: RenderScreen }
  return JSON.stringify(render(...(JSON.parse(await text(request)) as Parameters<RenderScreen>)))
}

/** An error goes to the api, which prints it. */
const answer =
  (work: (request: IncomingMessage) => Promise<string>) => (request: IncomingMessage, response: ServerResponse) =>
    void work(request).then(
      (body) => response.end(body),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    )
