import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

const SettingsFields = graphql(`
  fragment SettingsFields on Settings @_unmask {
    senderName
    senderAddress
    operatorName
    operatorAddress
    operatorEmail
    promiseHours
    firmsPerLead
    offerHours
    heldDays
    leadMonths
    auditDays
    quotesPerAddress
    rejectedPerAddress
    quotesPerContact
    networksPerContact
    quotesPerText
    linksPerQuote
    holdDisposable
    holdUnchallenged
    invalidPerAddress
    twoStepForAdmins
    serviceWorkerOff
  }
`)
export type SettingsValues = ResultOf<typeof SettingsFields>
export type SettingName = keyof SettingsValues

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
export const saveSettings = (settings: SettingsValues, version: number) => mutate(SaveSettings, { settings, version })
