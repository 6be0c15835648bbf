import type { Plugin } from 'vite'

/**
 * Orders what a slow line carries: the page, its style sheet, its font and its picture first. The scripts only take
 * over what can already be read and used, so they come after.
 */
export function firstPaint(): Plugin {
  return {
    name: 'kerbside-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<script type="module"|<link rel="modulepreload"/g, (tag) => `${tag} fetchpriority="low"`),
    },
  }
}
