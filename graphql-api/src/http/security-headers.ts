import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { isHttps, type Config } from '../config.ts'
import type { AppEnv } from '../deps.ts'

/** Strict from the first day: scripts and styles are our own files or carry the nonce of this very answer. */
export function contentSecurityPolicy(nonce: string, changes: Record<string, string> = {}): string {
  const directives = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob: https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'object-src': "'none'",
    ...changes,
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** On every response. A page that needs another policy has set its own before: nothing is overwritten. */
export function securityHeaders(config: Config) {
  const setFixedHeaders = secureHeaders({
    overwrite: false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
    strictTransportSecurity: isHttps(config) && 'max-age=31536000; includeSubDomains',
    // Without effect in the browsers of today.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  // Under `npm run dev` browsers hear of changes from Vite.
  const changes: Record<string, string> = config.VITE_URL
    ? { 'connect-src': `'self' ${config.VITE_URL.replace('http', 'ws')}` }
    : {}
  return createMiddleware<AppEnv>(async (c, next) => {
    await setFixedHeaders(c, next)
    const { headers } = c.res
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', contentSecurityPolicy(c.get('nonce'), changes))
    }
  })
}
