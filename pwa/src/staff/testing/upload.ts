import { aServer, type Answer } from '../../api/testing/fake-session.ts'

/**
 * A server that accepts images. In production it is the page's own origin; here it allows the origin that the test
 * document was made with.
 */
export async function anImageStore(answer: (body: string) => Answer | Promise<Answer>) {
  return aServer(async (request) => {
    const headers = {
      'access-control-allow-origin': request.headers.origin ?? '',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization',
    }
    if (request.method === 'OPTIONS') return { status: 204, headers }
    let body = ''
    for await (const part of request) body += String(part)
    return { ...(await answer(body)), headers }
  })
}
