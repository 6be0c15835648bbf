import type { DocumentSettings } from '@kerbside/schema/pages/content/screen-state'
import { defaultPublicSettings } from '@kerbside/schema/settings/public-settings'
import { createContext } from 'react'

/** The settings of the document that the server rendered. */
export const SiteSettings = createContext<DocumentSettings>(defaultPublicSettings)
