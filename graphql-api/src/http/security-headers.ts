import { createMiddleware } from 'hono/factory'
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

/** On every answer. A page that needs another policy has set its own before. */
export function securityHeaders(config: Config) {
  const https = isHttps(config)
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', contentSecurityPolicy(c.get('nonce')))
    }
    headers.set('x-content-type-options', 'nosniff')
    headers.set('x-frame-options', 'DENY')
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    if (https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
