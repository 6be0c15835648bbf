import type { Plugin } from 'vite'

/**
 * The first screen waits for the document alone: the style sheet stands in it, and the scripts, which only take over what
 * can already be read and used, are fetched behind everything else and run once something has been painted.
 */
export function firstPaint(): Plugin {
  return {
    name: 'kerbside-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html
          .replace(/<link rel="modulepreload"/g, (tag) => `${tag} fetchpriority="low"`)
          .replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, (_tag, src: string) => afterPaint(src))
          .replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (tag, file: string) => {
            const sheet = bundle[file]
            return sheet?.type === 'asset' ? inline(String(sheet.source)) : tag
          }),
    },
  }
}

const inline = (css: string) => `<style nonce="__NONCE__">${css.replaceAll('</', '<\\/')}</style>`

/** A page in a hidden tab paints nothing, so there the scripts do not wait. Importing twice runs them once. */
const afterPaint = (src: string) =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="${src}">
    <script type="module" nonce="__NONCE__">
      const start = () => import('${src}')
      if (document.hidden) start()
      else requestAnimationFrame(() => setTimeout(start))
      setTimeout(start, 2000)
    </script>`
