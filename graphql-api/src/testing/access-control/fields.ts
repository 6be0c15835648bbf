import { defaultSettings } from '@kerbside/schema/settings/settings'
import { admins, anybody, known, signedIn, staff, type Access } from './access.ts'

const { leadId, userId, pageId, email, password } = known
const reportDays = 'from: "2026-01-01", to: "2026-01-31"'
/** As an admin with two-step sign-in may save them, written as GraphQL writes an object. */
const settings = Object.entries({ ...defaultSettings, twoStepForAdmins: true })
  .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  .join(', ')

const words =
  'subject: "{{reference}}", preheader: "a", title: "a", body: "{{answers}}\\n\\n{{buttons}}\\n\\n{{deadline}}"'

const estimate =
  '{ kind: FIXED, isVatRegistered: false, validUntilDay: "2027-03-31", ' +
  'lines: [{ text: "Drive", quantity: "1", unit: "item", unitPrice: "2450", rate: 0 }] }'

export type FieldRow = {
  who: Access
  /** The field as it stands in an operation. */
  call: string
}

const id = `id: "${pageId}"`
const quoteId = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const user = `id: "${userId}"`
const firm = `id: "${known.contractorId}"`
const newEmail = 'ben@kerbside.test'

/** Every field of Query, Mutation and Subscription, and introspection. */
export const fieldRows: Record<string, FieldRow> = {
  'Query.__schema': { who: staff, call: '__schema { queryType { name } }' },
  'Query.__type': { who: staff, call: '__type(name: "Lead") { name }' },

  'Query.me': { who: anybody, call: 'me { id }' },
  'Mutation.login': { who: anybody, call: `login(email: "${email}", password: "${password}") { token }` },
  'Mutation.logout': { who: signedIn, call: 'logout' },
  'Query.passwordLink': { who: anybody, call: 'passwordLink(token: "unknown") { name }' },
  'Mutation.requestPasswordReset': { who: anybody, call: 'requestPasswordReset(email: "nobody@kerbside.test")' },
  'Mutation.setPassword': { who: anybody, call: `setPassword(token: "unknown", password: "${password}")` },
  'Query.mySessions': { who: signedIn, call: 'mySessions { id }' },
  'Mutation.endMySession': { who: signedIn, call: 'endMySession(id: "nobody-has-it")' },
  'Query.myTwoStep': { who: signedIn, call: 'myTwoStep { isRequired }' },
  'Mutation.startTwoStep': { who: signedIn, call: 'startTwoStep { secret }' },
  'Mutation.enableTwoStep': { who: signedIn, call: 'enableTwoStep(password: "x", code: "000000")' },
  'Mutation.disableTwoStep': { who: signedIn, call: `disableTwoStep(password: "${password}", code: "000000")` },
  'Mutation.renewRecoveryCodes': { who: signedIn, call: `renewRecoveryCodes(password: "${password}", code: "000000")` },
  'Mutation.submitQuote': {
    who: anybody,
    call: 'submitQuote(input: { answers: [{ name: "first_name", value: "Aoife" }] }) { reference }',
  },

  'Query.pushKey': { who: staff, call: 'pushKey' },
  'Query.myPushDevices': { who: staff, call: 'myPushDevices { id device }' },
  'Mutation.subscribeToPush': {
    who: staff,
    call: `subscribeToPush(subscription: { endpoint: "https://push.example/a", p256dh: "a", auth: "b" }, events: [MENTION], timeZone: "Europe/London") { id }`,
  },
  'Mutation.updatePushDevice': {
    who: staff,
    call: `updatePushDevice(id: "unknown", events: [MENTION], timeZone: "Europe/London") { id }`,
  },
  'Mutation.unsubscribeFromPush': { who: staff, call: 'unsubscribeFromPush(id: "unknown")' },
  'Mutation.sendTestPush': { who: staff, call: 'sendTestPush(id: "unknown")' },

  'Query.lead': { who: staff, call: `lead(id: "${leadId}") { id deliveries { id } }` },
  'Query.otherLeads': { who: staff, call: `otherLeads(id: "${leadId}") { id status }` },
  'Query.leads': { who: staff, call: 'leads { totalCount }' },
  'Subscription.leadEvents': { who: staff, call: 'leadEvents { kind leadId lead { id } }' },
  'Mutation.exportLeads': { who: staff, call: 'exportLeads(filter: { status: NEW }) { id state }' },
  'Mutation.saveSettings': {
    who: admins,
    call: `saveSettings(settings: { ${settings} }, version: 0) { version }`,
  },
  'Query.settings': { who: admins, call: 'settings { version settings { promiseHours } }' },
  'Query.settingsHistory': { who: admins, call: 'settingsHistory { version changes { name } }' },
  'Query.emailTemplates': { who: admins, call: 'emailTemplates { name history { version } }' },
  'Query.emailWords': { who: staff, call: 'emailWords(name: QUOTE) { body }' },
  'Query.emailPreview': { who: admins, call: `emailPreview(name: OFFER, words: { ${words} }) { html }` },
  'Query.emailTest': { who: admins, call: 'emailTest(id: "unknown") { state }' },
  'Mutation.sendTestEmail': { who: admins, call: `sendTestEmail(name: OFFER, words: { ${words} }) { state }` },
  'Mutation.saveEmailTemplate': { who: admins, call: 'saveEmailTemplate(name: QUOTE, version: 0) { version }' },
  'Query.bulkChange': { who: staff, call: 'bulkChange { id done }' },
  'Mutation.startBulkChange': {
    who: staff,
    call: `startBulkChange(id: "${quoteId}", filter: {}, kind: STATUS, status: LOST) { id }`,
  },
  'Mutation.stopBulkChange': { who: staff, call: `stopBulkChange(id: "${quoteId}") { id }` },
  'Mutation.dismissBulkChange': { who: staff, call: `dismissBulkChange(id: "${quoteId}") { id }` },
  'Query.leadExport': { who: staff, call: `leadExport(${id}) { id downloadUrl }` },
  'Query.leadImport': { who: admins, call: `leadImport(${id}) { id problemsUrl }` },
  'Mutation.checkImport': { who: admins, call: `checkImport(${id}, fields: ["email", null]) { id state }` },
  'Mutation.importLeads': { who: admins, call: `importLeads(${id}) { id state }` },
  'Query.leadStats': { who: staff, call: 'leadStats { total }' },
  'Query.dashboard': { who: staff, call: 'dashboard { figures { total { count } } nearlyDue { count } }' },
  'Query.leadReport': { who: staff, call: `leadReport(${reportDays}) { leads { count } }` },
  'Query.leadReportUrl': { who: staff, call: `leadReportUrl(${reportDays})` },
  'Query.assignees': { who: staff, call: 'assignees { id }' },
  'Query.contractors': { who: staff, call: 'contractors { id history { offersMade } }' },
  'Query.contractor': { who: staff, call: `contractor(${firm}) { id contacts { name } evidenceState { expired } }` },
  'Query.contractorOffers': { who: staff, call: `contractorOffers(${firm}) { reference }` },
  'Query.contractorEvidence': { who: admins, call: `contractorEvidence(${firm}) { id }` },
  'Query.evidenceUrl': { who: admins, call: `evidenceUrl(${id})` },
  'Mutation.deleteEvidence': { who: admins, call: `deleteEvidence(${id})` },
  'Query.dryRunMatching': { who: staff, call: `dryRunMatching(lead: "${leadId}") { reference firms { reasons } }` },
  'Query.contractorWebhook': { who: admins, call: `contractorWebhook(${firm}) { url deliveries { id } }` },
  'Mutation.setContractorWebhook': {
    who: admins,
    call: `setContractorWebhook(${firm}, url: "https://firm.example/hook") { webhook { url } secret }`,
  },
  'Mutation.changeWebhookSecret': { who: admins, call: `changeWebhookSecret(${firm}) { secret }` },
  'Mutation.testContractorWebhook': { who: admins, call: `testContractorWebhook(${firm}) { id }` },
  'Mutation.removeContractorWebhook': { who: admins, call: `removeContractorWebhook(${firm})` },
  'Mutation.createContractor': {
    who: admins,
    call: `createContractor(input: { name: "New", email: "${newEmail}", trades: ["driveways"], areas: ["SW"], dailyCap: 5 }) { id }`,
  },
  'Mutation.updateContractor': { who: admins, call: `updateContractor(${firm}, input: { dailyCap: 5 }) { id }` },
  'Mutation.clearAddressBounce': { who: admins, call: `clearAddressBounce(${firm}) { id }` },
  'Mutation.answerAreaRequest': { who: admins, call: `answerAreaRequest(${firm}, accept: true, version: 1) { id }` },
  'Mutation.revokeContractorLinks': { who: admins, call: `revokeContractorLinks(${firm}) { id }` },
  'Mutation.deleteContractor': { who: admins, call: `deleteContractor(${firm})` },
  'Mutation.updateLeadStatus': { who: staff, call: `updateLeadStatus(id: "${leadId}", status: CONTACTED) { id }` },
  'Mutation.undoLeadStatus': { who: staff, call: `undoLeadStatus(id: "${leadId}", version: 1) { id }` },
  'Mutation.addLeadNote': {
    who: staff,
    call: `addLeadNote(id: "${leadId}", text: "Rang twice") { id activity { text } }`,
  },
  'Mutation.assignLeads': { who: staff, call: `assignLeads(ids: ["${leadId}"], userId: null) { id }` },
  'Mutation.setLeadFollowUp': { who: staff, call: `setLeadFollowUp(id: "${leadId}", followUpAt: null) { id }` },
  'Mutation.logLeadContact': { who: staff, call: `logLeadContact(id: "${leadId}", kind: CALLED) { id }` },
  'Query.savedViews': { who: staff, call: 'savedViews { id }' },
  'Mutation.saveView': { who: staff, call: 'saveView(name: "Mine", query: "assigned_to=me") { id }' },
  'Mutation.deleteView': { who: staff, call: 'deleteView(id: "nobody-has-it")' },
  'Mutation.sendQuote': {
    who: staff,
    call: `sendQuote(id: "${leadId}", quoteId: "${quoteId}", amount: 245000, message: "Includes the drains.") { id }`,
  },
  'Mutation.sendEstimate': {
    who: staff,
    call: `sendEstimate(leadId: "${leadId}", contractorId: "x", id: "${quoteId}", estimate: ${estimate}) { id }`,
  },
  'Mutation.withdrawEstimate': {
    who: staff,
    call: `withdrawEstimate(leadId: "${leadId}", id: "${quoteId}", reason: "Typed twice") { id }`,
  },
  'Mutation.cancelAgreement': {
    who: staff,
    call: `cancelAgreement(leadId: "${leadId}", id: "${quoteId}", reason: "They moved") { id }`,
  },
  'Query.consentRecordUrl': { who: admins, call: `consentRecordUrl(leadId: "${leadId}")` },
  'Query.quoteFileUrl': { who: staff, call: `quoteFileUrl(leadId: "${leadId}", ${id})` },
  'Query.mailOutage': { who: staff, call: 'mailOutage { kind }' },
  'Query.canaryAbsence': { who: staff, call: 'canaryAbsence { since }' },
  'Query.workerAbsence': { who: staff, call: 'workerAbsence { since }' },
  'Mutation.withdrawOffer': { who: staff, call: `withdrawOffer(leadId: "${leadId}", contractorId: "x") { id }` },
  'Mutation.offerLead': { who: staff, call: `offerLead(leadId: "${leadId}", contractorId: "x") { id }` },
  'Mutation.retryDelivery': { who: staff, call: 'retryDelivery(id: "lead-1-confirmation") { id }' },
  'Mutation.deleteLeads': { who: admins, call: `deleteLeads(ids: ["${leadId}"]) { deletedIds }` },

  'Query.heldQuotes': { who: admins, call: 'heldQuotes { totalCount }' },
  'Mutation.releaseHeldQuote': { who: admins, call: `releaseHeldQuote(id: "${leadId}") { id }` },
  'Mutation.discardHeldQuote': { who: admins, call: `discardHeldQuote(id: "${leadId}")` },

  'Query.queues': { who: admins, call: 'queues { worker queues { name failed } }' },
  'Query.workUnderWay': { who: admins, call: 'workUnderWay { id requestedBy }' },
  'Mutation.stopWork': { who: admins, call: 'stopWork(kind: EXPORT, id: "64b000000000000000000001")' },
  'Query.userWork': { who: admins, call: `userWork(${id}) { leads }` },
  'Query.failedJobs': { who: admins, call: 'failedJobs(queue: MAIL) { totalCount }' },
  'Mutation.retryJob': { who: admins, call: 'retryJob(queue: MAIL, id: "lead-1-confirmation")' },
  'Mutation.discardJob': {
    who: admins,
    call: 'discardJob(queue: MAIL, id: "lead-1-confirmation", reason: "The address is wrong")',
  },
  'Mutation.retryFailedJobs': { who: admins, call: 'retryFailedJobs(queue: MAIL)' },

  'Query.users': { who: admins, call: 'users { id }' },
  'Mutation.createUser': {
    who: admins,
    call: `createUser(input: { name: "Ben", email: "${newEmail}", password: "${password}" }) { id }`,
  },
  'Mutation.updateUser': { who: admins, call: `updateUser(${user}, input: { department: "Sales" }) { id }` },
  'Mutation.inviteUser': { who: admins, call: `inviteUser(input: { name: "Ben", email: "${newEmail}" }) { id }` },
  'Mutation.sendInvitation': { who: admins, call: `sendInvitation(${user}) { id }` },
  'Mutation.resetTwoStep': { who: admins, call: `resetTwoStep(${user}) { id }` },
  'Mutation.deleteUser': { who: admins, call: `deleteUser(${user})` },

  'Query.auditTrail': { who: admins, call: 'auditTrail { totalCount }' },
  'Query.recentChanges': { who: admins, call: 'recentChanges { id action }' },
  'Query.auditExportUrl': { who: admins, call: 'auditExportUrl(filter: { action: LEAD_VIEWED })' },

  'Query.images': { who: admins, call: 'images { id usedBy { url } }' },
  'Mutation.describeImage': { who: admins, call: `describeImage(${id}, alt: "A drive") { id }` },
  'Mutation.deleteImage': { who: admins, call: `deleteImage(${id})` },

  'Query.pages': { who: admins, call: 'pages(kind: HOME) { id }' },
  'Query.page': { who: admins, call: 'page(kind: HOME, slug: "summer") { id }' },
  'Query.answersCarried': { who: admins, call: 'answersCarried { name }' },
  'Mutation.createPage': { who: admins, call: 'createPage(kind: HOME, url: "/new") { id }' },
  'Mutation.savePage': { who: admins, call: `savePage(${id}, content: {}, version: 1) { id }` },
  'Mutation.duplicatePage': { who: admins, call: `duplicatePage(${id}) { id }` },
  'Mutation.updatePageUrl': { who: admins, call: `updatePageUrl(${id}, url: "/autumn") { id }` },
  'Mutation.publishPage': { who: admins, call: `publishPage(${id}) { id }` },
  'Mutation.unpublishPage': { who: admins, call: `unpublishPage(${id}) { id }` },
  'Mutation.restorePage': { who: admins, call: `restorePage(${id}, version: 1) { id }` },
  'Mutation.deletePage': { who: admins, call: `deletePage(${id})` },
}
