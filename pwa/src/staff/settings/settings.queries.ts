import { settingNames, type Settings } from '@kerbside/schema/settings/settings'
import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf, type TadaDocumentNode } from '../../api/graphql.ts'

const SettingsHistory = graphql(`
  fragment SettingsHistory on Query @_unmask {
    settingsHistory {
      version
      savedAt
      savedBy {
        name
      }
      changes {
        name
        before
        after
      }
    }
  }
`)
type History = ResultOf<typeof SettingsHistory>
export type SettingsSave = History['settingsHistory'][number]
export type SettingsPageData = History & { settings: { version: number; settings: Settings } }

/** Asks for every setting that there is. Its text is made here, so its type is that of the settings. */
const SettingsPage = graphql(
  `query SettingsPage { settings { version settings { ${settingNames.join(' ')} } } ...SettingsHistory }` as string,
  [SettingsHistory],
) as unknown as TadaDocumentNode<SettingsPageData, Record<string, never>>

/** What is in force, and who changed what. */
export const settingsPage = () => queryOptions({ queryKey: ['settings'], queryFn: () => query(SettingsPage, {}) })

const SaveSettings = graphql(`
  mutation SaveSettings($settings: SettingsInput!, $version: Int!) {
    saveSettings(settings: $settings, version: $version) {
      version
    }
  }
`)

/** Rejected when somebody else has saved since `version`. */
export const saveSettings = (settings: Settings, version: number) => mutate(SaveSettings, { settings, version })
