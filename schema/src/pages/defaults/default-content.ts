import { defaultAbout } from './default-about.ts'
import { defaultBenefits } from './default-benefits.ts'
import { defaultHome } from './default-home.ts'
import { defaultHowItWorks } from './default-how-it-works.ts'
import { defaultMaterials } from './default-materials.ts'
import type { PageKind, ContentOf } from '../page.ts'

/** Urls with content of their own until an admin makes a page of that url. */
export const builtInUrls = ['/', '/materials', '/benefits', '/about', '/how-it-works'] as const

const homes = new Map([
  ['/materials', defaultMaterials],
  ['/benefits', defaultBenefits],
])

/** What a page of this url starts with, and what Reset goes back to. */
export function defaultContent<K extends PageKind>(kind: K, url: string): ContentOf[K]
export function defaultContent(kind: PageKind, url: string): ContentOf[PageKind] {
  if (kind === 'about') return structuredClone(defaultAbout)
  if (kind === 'how-it-works') return structuredClone(defaultHowItWorks)
  return structuredClone(homes.get(url) ?? defaultHome)
}

export function isBuiltInUrl(url: string): boolean {
  return builtInUrls.some((builtIn) => builtIn === url)
}
