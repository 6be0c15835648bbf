import { defaultPublicSettings, type PublicSettings } from '@kerbside/schema/settings/public-settings'
import { createContext } from 'react'

/** The settings of the document that the server rendered. */
export const SiteSettings = createContext<PublicSettings>(defaultPublicSettings)
