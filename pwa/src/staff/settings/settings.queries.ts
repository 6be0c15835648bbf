import { settingNames, type Settings } from '@kerbside/schema/settings/settings'
import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf, type TadaDocumentNode } from '../../api/graphql.ts'

/** Asks for every setting that there is: no text that the compiler could read, so its type is that of the settings. */
const SettingsFields = graphql(
  `fragment SettingsFields on Settings @_unmask { ${settingNames.join(' ')} }` as string,
) as unknown as TadaDocumentNode<Settings, object, { fragment: 'SettingsFields'; on: 'Settings'; masked: false }>

const SettingsPage = graphql(
  `
    query SettingsPage {
      settings {
        version
        settings {
          ...SettingsFields
        }
      }
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
  `,
  [SettingsFields],
)
export type SettingsPageData = ResultOf<typeof SettingsPage>
export type SettingsSave = SettingsPageData['settingsHistory'][number]

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
