import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (response: ServerResponse, form: URLSearchParams) => void

const json = (body: object, status = 200): Answer => {
  return (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** How a provider may answer. `good…` are the tokens of passed challenges, each for one request. */
export const answers = {
  failing: json({ success: false, 'error-codes': ['invalid-input-response'] }),
  badRequest: json({ success: false, 'error-codes': ['bad-request'] }),
  ofAnotherSite: json({ success: true, hostname: 'elsewhere.example' }),
  ofOurSite: json({ success: true, hostname: 'kerbside.test' }),
  wrongSecret: json({ success: false, 'error-codes': ['invalid-input-secret'] }),
  broken: (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  never: () => {},
} satisfies Record<string, Answer>

/** As the providers' scripts do it: says that it is ready, and gives each form a token of its own. */
const script = `
  window.turnstile = {
    render(place, { sitekey, callback }) {
      place.textContent = 'Challenge of ' + sitekey
      callback('good-' + crypto.randomUUID())
      return { callback }
    },
    reset: ({ callback }) => callback('good-' + crypto.randomUUID()),
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
`

/** A provider of challenges on this machine: siteverify, and the script of its widget. */
export async function startSiteverify() {
  const asked: Record<string, string>[] = []
  const used = new Set<string>()
  const judge: Answer = (response, form) => {
    const token = form.get('response') ?? ''
    const isGood = token.startsWith('good') && !used.has(token)
    used.add(token)
    json(isGood ? { success: true } : { success: false, 'error-codes': ['timeout-or-duplicate'] })(response, form)
  }
  const provider = { asked, answer: judge, judge }
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      asked.push({ type: request.headers['content-type'] ?? '', ...Object.fromEntries(form) })
      provider.answer(response, form)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    CHALLENGE_PROVIDER: 'turnstile',
    CHALLENGE_SITE_KEY: 'site-key',
    CHALLENGE_SECRET: 'secret-of-the-site',
    CHALLENGE_VERIFY_URL: `${url}/siteverify`,
    CHALLENGE_SCRIPT_URL: `${url}/api.js`,
  }
  return Object.assign(provider, { url, settings, stop })
}
