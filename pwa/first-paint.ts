import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * The first screen waits for the document alone and has the line to itself: the style sheet stands in the document, and
 * the scripts, which only take over what can already be read and used, and the typeface, which a fallback of the same
 * widths stands in for, are asked for once it has been painted. So is the manifest, which only installing needs. The
 * browser's own offer to install is held back for the moment when ours is of use.
 */
export function firstPaint(): Plugin {
  return {
    name: 'kerbside-first-paint',
    apply: 'build',
    enforce: 'post', // after the plugin that adds the manifest
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const scripts = [...html.matchAll(script)].map(([, src]) => src)
        return html
          .replace(script, '')
          .replace(manifest, '')
          .replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (tag, file: string) => {
            const sheet = bundle[file]
            return sheet?.type === 'asset' ? inline(String(sheet.source)) : tag
          })
          .replace('</head>', `${version(scripts)}${fontsOfLastVisit}</head>`)
          .replace('</body>', `${await afterPaint(scripts)}</body>`)
      },
    },
  }
}

/** The app's own module and those that it needs at once. */
const script =
  /\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)">(?:<\/script>)?/g

const manifest = '<link rel="manifest" href="/manifest.webmanifest">'

const inline = (css: string) => `<style nonce="__NONCE__">${css.replaceAll('</', '<\\/')}</style>`

/** The hash in the app's own name changes with every script of a build, so it names the build. */
const version = ([app]: (string | undefined)[]) =>
  `<meta name="version" content="${/-([\w-]{8})\.js$/.exec(app ?? '')?.[1]}">`

const withFonts = "document.documentElement.classList.add('with-fonts')"

/** Whoever was here before has the typeface on the device, and sees the page in it from the start. */
const fontsOfLastVisit = `<script nonce="__NONCE__">try { if (navigator.serviceWorker.controller) ${withFonts} } catch {}</script>`

/**
 * The typeface is shown once it is here, in one step, and only if no line down to the end of the screen moves up or down by
 * it. If one would, this page stays as it is being read, and the next one has it.
 */
const showTypeface = `() => {
        const bottom = (line) => line.getBoundingClientRect().bottom
        const lines = []
        for (const line of document.querySelectorAll('.site main :is(h1, h2, p, li)')) {
          lines.push([line, bottom(line)])
          if (bottom(line) > innerHeight) break
        }
        const { classList } = document.documentElement
        classList.add('with-fonts')
        if (lines.some(([line, before]) => Math.abs(bottom(line) - before) >= 3)) classList.remove('with-fonts')
      }`

/** A page in a hidden tab paints nothing, so there the scripts do not wait. Importing a module twice runs it once. */
async function afterPaint(scripts: (string | undefined)[]): Promise<string> {
  const { code = '' } = await minify(
    `
      addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault()
        window.installPrompt = event
      })
      let started = false
      const start = () => {
        if (started) return
        started = true
        document.fonts.load('1em Figtree').then(${showTypeface}, () => {})
        const [, area = 'manifest'] = /^\\/(admin|manager)\\b/.exec(location.pathname) ?? []
        const manifest = { rel: 'manifest', href: '/' + area + '.webmanifest' }
        if (!document.querySelector('link[rel=manifest]')) document.head.append(Object.assign(document.createElement('link'), manifest))
        for (const each of ${JSON.stringify(scripts)}) import(each)
      }
      if (document.hidden) start()
      else new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
      setTimeout(start, 2000)
    `,
    { module: true, ecma: 2020 },
  )
  return `<script type="module" nonce="__NONCE__">${code}</script>`
}
