import type { Plugin } from 'vite'

/**
 * The first screen waits for the document alone and has the line to itself: the style sheet stands in the document, and
 * the scripts, which only take over what can already be read and used, are asked for once it has been painted.
 */
export function firstPaint(): Plugin {
  return {
    name: 'kerbside-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const scripts = [...html.matchAll(script)].map(([, src]) => src)
        return html
          .replace(script, '')
          .replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (tag, file: string) => {
            const sheet = bundle[file]
            return sheet?.type === 'asset' ? inline(String(sheet.source)) : tag
          })
          .replace('</body>', `${afterPaint(scripts)}</body>`)
      },
    },
  }
}

/** The app's own module and those that it needs at once. */
const script =
  /\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)">(?:<\/script>)?/g

const inline = (css: string) => `<style nonce="__NONCE__">${css.replaceAll('</', '<\\/')}</style>`

/** A page in a hidden tab paints nothing, so there the scripts do not wait. Importing a module twice runs it once. */
const afterPaint = (scripts: (string | undefined)[]) => `<script type="module" nonce="__NONCE__">
      const start = () => ${JSON.stringify(scripts)}.forEach((each) => import(each))
      if (document.hidden) start()
      else new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
      setTimeout(start, 2000)
    </script>`
