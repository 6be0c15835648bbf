import { Box } from '@mui/material'
import { useCallback, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { followedLook } from './follow.ts'

// The class asks for the typeface, as the public page does after its first paint.
const emptyDocument =
  '<!doctype html><html lang="en-GB" class="with-fonts"><head><meta charset="utf-8"></head><body></body></html>'

type PreviewFrameProps = {
  title: string
  /** The width in CSS pixels for which the page is drawn. */
  width: number
  children: ReactNode
}

/**
 * A document of its own, so that the page's media queries follow the width shown and not this window's. Drawn into from
 * here, without a request; scaled down to the room there is.
 */
export function PreviewFrame({ title, width, children }: PreviewFrameProps) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [body, setBody] = useState<HTMLElement | null>(null)
  const room = useCallback((element: HTMLElement) => {
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    measure()
    return () => watcher.disconnect()
  }, [])
  const scale = Math.min(1, size.width / width)
  return (
    <Box ref={room} sx={{ flexGrow: 1, minHeight: 0, overflow: 'hidden', bgcolor: 'action.hover' }}>
      {scale > 0 && (
        <iframe
          title={title}
          srcDoc={emptyDocument}
          tabIndex={0}
          onLoad={({ currentTarget: { contentDocument } }) => {
            if (contentDocument === null) return
            adoptPublicStyles(contentDocument)
            setBody(contentDocument.body)
          }}
          style={{
            display: 'block',
            border: 0,
            background: '#fff',
            width,
            height: size.height / scale,
            marginLeft: Math.max(0, (size.width - width * scale) / 2),
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      )}
      {body !== null && createPortal(children, body)}
    </Box>
  )
}

/**
 * The public site's styles for a document of our own making. They are in this page already, beside the staff area's,
 * which carry a mark. Copied as rules, so nothing is fetched and the security policy needs no exception for it.
 */
function adoptPublicStyles(target: Document): void {
  const view = target.defaultView
  if (view === null) return
  const sheet = new view.CSSStyleSheet()
  const rules = [...document.styleSheets].filter(isPublic).flatMap(({ cssRules }) => [...cssRules])
  sheet.replaceSync([...rules.map(({ cssText }) => cssText), followedLook].join('\n'))
  target.adoptedStyleSheets = [sheet]
}

function isPublic({ ownerNode, href }: CSSStyleSheet): boolean {
  const isStaff = ownerNode instanceof HTMLElement && ownerNode.dataset['emotion'] !== undefined
  // A foreign sheet, of a browser extension for one, may not be read.
  return !isStaff && (href === null || new URL(href, location.href).origin === location.origin)
}
