/** Shared by the pages and the service worker. */
export const databaseName = 'kerbside-outbox'
export const changesChannel = 'kerbside-outbox'
export const syncTag = 'kerbside-outbox'
