// What a test shows needs time, and in jsdom most of it goes into styles, which no test reads.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  // Testing Library waits one second for what a screen shows, and leaves out what a style hides. A busy machine takes
  // longer, and that is no fault of the code.
  configure({ asyncUtilTimeout: 45_000, defaultHidden: true })

  // jsdom tries each rule of the browser's own style sheet on an element and on all above it. One answer for all elements
  // of a kind is enough: names of controls depend on whether what they consist of is a block, or hidden.
  const { window } = (globalThis as unknown as { jsdom: { window: Window } }).jsdom
  const styles = new Map<string, CSSStyleDeclaration>()
  globalThis.getComputedStyle = (element) => {
    const kind = [element.localName, ...['style', 'hidden', 'type'].map((name) => element.getAttribute(name))].join(' ')
    const style = styles.get(kind) ?? window.getComputedStyle(element.cloneNode() as Element)
    styles.set(kind, style)
    return style
  }
}
