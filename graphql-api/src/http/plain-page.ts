import { brand } from '@kerbside/schema/brand'
import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

type PlainPage = {
  title: string
  body: Html
  nonce: string
  /** CSS of this page beyond that of all. */
  style?: string | undefined
  /** A script of our own that makes the page quicker to use; the page does without. */
  script?: string | null | undefined
}

/** A small page for people who follow a link in an email: no other file, nothing from another host. */
export function plainPage({ title, body, nonce, style = '', script = null }: PlainPage): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light" />
        <title>${title} — Kerbside</title>
        <style nonce="${nonce}">
          ${raw(css + style)}
        </style>
      </head>
      <body>
        <header>
          <p class="brand">${logo} Kerbside</p>
        </header>
        <main>${body}</main>
        ${
          script === null
            ? ''
            : html`<script type="module" nonce="${nonce}">
                ${raw(script)}
              </script>`
        }
      </body>
    </html>`
}

// The roof and the drive of the public pages' header.
const logo = html`<span class="mark"
  ><svg viewBox="0 0 48 48" width="28" height="28" aria-hidden="true">
    <path
      d="M10 21.5 24 9l14 12.5M6.5 33h4.6M36.9 33h4.6"
      fill="none"
      stroke="currentColor"
      stroke-width="4.4"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
    <path
      d="M21.2 22.5h5.6a1.2 1.2 0 0 1 1.1.8L34.5 39c.3.7-.2 1.5-1 1.5h-19c-.8 0-1.3-.8-1-1.5l6.6-15.7a1.2 1.2 0 0 1 1.1-.8z"
      fill="currentColor"
    /></svg
></span>`

const css = `
:root{--ink:${brand.ink};--soft:${brand.inkMute};--line:#d1d5db;--green:${brand.green};--deep:${brand.greenDeep};--pale:#f0fdf4}
*{box-sizing:border-box}
body{margin:0;background:var(--pale);color:var(--ink);font:16px/1.55 Figtree,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header{background:#fff;border-bottom:1px solid #e5e7eb}
.brand{display:flex;align-items:center;gap:10px;max-width:640px;margin:0 auto;padding:12px 16px;font-size:18px;font-weight:800;letter-spacing:-.01em}
.mark{display:grid;place-items:center;width:40px;height:40px;border-radius:10px;background:var(--green);color:#fff}
main{max-width:640px;margin:0 auto;padding:20px 16px 48px}
.card{background:#fff;border:1px solid #e5e7eb;border-radius:12px;box-shadow:0 8px 24px -12px rgb(17 24 39/.18);padding:20px;margin:0 0 16px}
h1{margin:0 0 14px;font-size:28px;line-height:1.15;letter-spacing:-.015em;text-wrap:balance}
h2{margin:0 0 12px;font-size:18px;line-height:1.25}
h3{margin:0 0 6px;font-size:16px}
p,ul{margin:0 0 12px;max-width:68ch}
ul{padding-left:20px}
li+li{margin-top:6px}
.card>:last-child{margin-bottom:0}
.soft{color:var(--soft)}
.tag{display:inline-block;margin:0 0 12px;padding:4px 12px;border-radius:999px;background:${brand.greenPale};color:#166534;font-size:14px;font-weight:600}
.tag-slate{background:#f3f4f6;color:${brand.inkSoft}}
select.text{appearance:auto}
.spaced{margin-bottom:20px}
.problem{margin:0 0 16px;padding:14px 16px;border:2px solid ${brand.red};border-radius:8px}
.problem h2{margin-bottom:6px}
.problem ul{margin:0}
dl{margin:0;display:grid;gap:12px}
dt{color:var(--soft);font-size:14px}
dd{margin:0;font-weight:600;white-space:pre-line}
.message{white-space:pre-line}
hr{margin:20px 0;border:0;border-top:1px solid #e5e7eb}
.facts{grid-template-columns:1fr 1fr;padding:0 0 4px}
.wide dd{font-weight:400}
.timeline{margin:0;padding:0;list-style:none}
.timeline li{margin:0 0 10px;padding-left:14px;border-left:3px solid var(--line)}
.timeline .soft{display:block;font-size:14px}
.holder+.holder{margin-top:16px;padding-top:16px;border-top:1px solid #e5e7eb}
.contact a{color:var(--deep);font-size:18px}
form{margin:0}
form+form{margin-top:12px}
.choices{display:grid;gap:12px}
label,legend,summary{font-weight:600}
label,legend{display:block;margin:0 0 6px;padding:0}
fieldset{margin:0 0 16px;padding:0;border:0}
.choice{display:flex;gap:10px;align-items:center;min-height:44px;margin:0;font-weight:400}
.choice input{width:20px;height:20px;margin:0;flex:none;accent-color:var(--deep)}
.text{display:block;width:100%;min-height:48px;margin:0 0 12px;padding:10px 12px;border:1px solid ${brand.inkMute};border-radius:8px;background:#fff;color:inherit;font:inherit}
.text[aria-invalid]{border:2px solid ${brand.red}}
.hint{margin:0 0 8px;color:var(--soft);font-size:14px}
.error{margin:0 0 8px;color:${brand.red};font-weight:600}
.done{padding:12px 16px;border-radius:8px;background:${brand.greenPale};color:#166534;font-weight:600}
details{margin-top:12px}
.only{margin:-10px 0}
summary{min-height:44px;padding:10px 0;cursor:pointer}
.rows{margin:0;padding:0;list-style:none}
.rows>li{padding:12px 0;border-top:1px solid #e5e7eb}
.rows>li:first-child{padding-top:0;border-top:0}
.rows>li:last-child{padding-bottom:0}
dl+.hint{margin-top:12px}
.rows p{margin:0}
.photos{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin:0;padding:0;list-style:none}
.photos li{margin:0}
.photos a{display:block}
.photos img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:8px;background:#f3f4f6}
button,.button{display:block;width:100%;min-height:52px;padding:12px 20px;border:0;border-radius:12px;background:var(--deep);color:#fff;font:inherit;font-size:19px;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:${brand.greenDark}}
.quiet{background:#fff;color:var(--ink);box-shadow:inset 0 0 0 2px var(--line)}
.quiet:hover{background:#f9fafb}
a{color:var(--deep);text-underline-offset:.18em}
.ways{display:grid;grid-template-columns:repeat(auto-fit,minmax(128px,1fr));gap:12px;margin-top:20px}
.ways .button{padding-inline:6px;color:#fff;font-size:18px;white-space:nowrap}
.ways .quiet{color:var(--ink)}
.other{margin:16px 0 0;text-align:center}
.other a{display:inline-block;padding:10px}
:focus-visible{outline:3px solid ${brand.focus};outline-offset:2px;border-radius:4px}
@media(min-width:640px){main{padding:32px 16px 72px}.card{padding:28px}h1{font-size:36px}.answers{grid-template-columns:1fr 1fr}.answers .wide{grid-column:1/-1}}
@media(forced-colors:active){button,.card{border:1px solid}}
`
