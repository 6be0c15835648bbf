import type { CSSProperties } from 'react'

/** Colours of the content as custom properties for the style sheets. The server checked them when they were saved. */
export function colourProperties(colours: Record<string, string>): CSSProperties {
  const properties = Object.entries(colours).filter(([, colour]) => colour !== '')
  return Object.fromEntries(properties.map(([name, colour]) => [`--${kebab(name)}`, colour]))
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
